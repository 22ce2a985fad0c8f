/* The scores of a round and its row of numbers: eleusis/game/round_scores.py, eleusis/lab/tally.py. */

#ifndef ELEUSIS_ROWS_H
#define ELEUSIS_ROWS_H

#include "round.h"

/* The numbers of a round, each in a column of its own: `Numbers` of eleusis/lab/tally.py, by name. */
#define COLUMNS(COLUMN)                                                                                    \
    COLUMN(rule) COLUMN(dealer) COLUMN(ended) COLUMN(turns) COLUMN(layout) COLUMN(mainline) COLUMN(decks)  \
    COLUMN(plays) COLUMN(right_plays) COLUMN(strings) COLUMN(right_strings) COLUMN(no_plays)               \
    COLUMN(right_no_plays) COLUMN(declared) COLUMN(overthrown) COLUMN(true_prophet) COLUMN(first_declared) \
    COLUMN(declared_at) COLUMN(lasted) COLUMN(expelled) COLUMN(guesses) COLUMN(right_guesses)              \
    COLUMN(dealer_score) COLUMN(cap_bites) COLUMN(players) COLUMN(players_score) COLUMN(prophet_score)     \
    COLUMN(out) COLUMN(out_score) COLUMN(expelled_score) COLUMN(spread) COLUMN(lead)

#define COLUMN(name) int32_t *name;
typedef struct {
    COLUMNS(COLUMN)
    int32_t *scores[SEATS_MAX]; /* of the seats */
} Columns;
#undef COLUMN

static void score(const Round *round, int scores[SEATS_MAX]) {
    const Knobs *knobs = round->knobs;
    int high = 0, best = 0,
        left = knobs->has_turn_limit && knobs->turn_limit > round->turns ? knobs->turn_limit - round->turns : 0;
    for (int i = 0; i < round->players; i++)
        if (round->held[round->order[i]] > high) high = round->held[round->order[i]];
    for (int i = 0; i < round->players; i++) {
        int seat = round->order[i], points = 0;
        if (knobs->base_high_count) points = high - round->held[seat];
        if (knobs->base_from) points = knobs->base_start - round->held[seat];
        if (knobs->base_by_turns && seat == round->guesser) points = 1 + left;
        if (round->out[seat]) points += knobs->out;
        if (seat == round->prophet)
            points += knobs->bonus_right * round->right_since + knobs->bonus_wrong * round->wrong_since;
        if (seat == round->guesser) points += knobs->guess_bonus;
        points -= knobs->guess_price * round->wrong_guesses[seat];
        scores[seat] = points;
        if (!i || points > best) best = points;
    }
    if (round->prophet != NOBODY && knobs->has_cap && knobs->cap * round->declared_at < best)
        best = knobs->cap * round->declared_at;
    scores[round->dealer] = knobs->dealer_scores ? best : 0;
}

/* The row of a round: eleusis/lab/tally.py */
static void write_row(const Round *round, const Columns *columns, int at) {
    int scores[SEATS_MAX], first = 0, second = 0, last = 0, sum = 0, out_score = 0, expelled_score = 0;
    score(round, scores);
    for (int i = 0; i < round->players; i++) {
        int seat = round->order[i], points = scores[seat];
        if (!i || points > first) {
            second = first;
            first = points;
        } else if (i == 1 || points > second) {
            second = points;
        }
        if (!i || points < last) last = points;
        sum += points;
        if (round->out[seat]) out_score += points;
        if (round->expelled[seat]) expelled_score += points;
    }
    int plays = round->right_plays + round->wrong_plays;
    columns->rule[at] = round->rule;
    columns->dealer[at] = round->dealer;
    columns->ended[at] = round->ended;
    columns->turns[at] = plays + round->no_plays;
    columns->layout[at] = round->layout;
    columns->mainline[at] = round->length;
    columns->decks[at] = round->decks;
    columns->plays[at] = plays;
    columns->right_plays[at] = round->right_plays;
    columns->strings[at] = round->right_strings + round->wrong_strings;
    columns->right_strings[at] = round->right_strings;
    columns->no_plays[at] = round->no_plays;
    columns->right_no_plays[at] = round->right_no_plays;
    columns->declared[at] = round->declared;
    columns->overthrown[at] = round->overthrown;
    columns->true_prophet[at] = round->prophet != NOBODY;
    columns->first_declared[at] = round->first_declared;
    columns->declared_at[at] = round->sum_declared;
    columns->lasted[at] = round->sum_overthrown - round->sum_fallen;
    columns->expelled[at] = round->expelled_count;
    columns->guesses[at] = round->guesses;
    columns->right_guesses[at] = round->right_guesses;
    columns->dealer_score[at] = scores[round->dealer];
    columns->cap_bites[at] = round->knobs->dealer_scores && scores[round->dealer] < first;
    columns->players[at] = round->players;
    columns->players_score[at] = sum;
    columns->prophet_score[at] = round->prophet == NOBODY ? 0 : scores[round->prophet];
    columns->out[at] = round->out_count;
    columns->out_score[at] = out_score;
    columns->expelled_score[at] = expelled_score;
    columns->spread[at] = first - last;
    columns->lead[at] = round->players > 1 ? first - second : 0;
    for (int seat = 0; seat < round->seats; seat++) columns->scores[seat][at] = scores[seat];
}

#endif
