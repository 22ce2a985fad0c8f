/* The scores of a round and its row of numbers: eleusis/game/round_scores.py, eleusis/lab/tally.py. */

#ifndef ELEUSIS_ROWS_H
#define ELEUSIS_ROWS_H

#include "round.h"

static void score(const Round *round, int scores[SEATS_MAX]) {
    const Knobs *knobs = round->knobs;
    int high = 0, best = 0,
        left = knobs->has_turn_limit && knobs->turn_limit > round->turns ? knobs->turn_limit - round->turns : 0;
    for (int i = 0; i < round->players; i++)
        if (round->held[round->order[i]] > high) high = round->held[round->order[i]];
    for (int i = 0; i < round->players; i++) {
        int seat = round->order[i], points = 0;
        if (knobs->base == BASE_HIGH_COUNT) points = high - round->held[seat];
        if (knobs->base == BASE_FROM) points = knobs->base_start - round->held[seat];
        if (knobs->base == BASE_BY_TURNS && seat == round->guesser) points = 1 + left;
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
static void write_row(const Round *round, int32_t *const columns[], int at) {
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
    columns[COLUMN_RULE][at] = round->rule;
    columns[COLUMN_DEALER][at] = round->dealer;
    columns[COLUMN_ENDED][at] = round->ended;
    columns[COLUMN_TURNS][at] = plays + round->no_plays;
    columns[COLUMN_LAYOUT][at] = round->layout;
    columns[COLUMN_MAINLINE][at] = round->length;
    columns[COLUMN_DECKS][at] = round->decks;
    columns[COLUMN_PLAYS][at] = plays;
    columns[COLUMN_RIGHT_PLAYS][at] = round->right_plays;
    columns[COLUMN_STRINGS][at] = round->right_strings + round->wrong_strings;
    columns[COLUMN_RIGHT_STRINGS][at] = round->right_strings;
    columns[COLUMN_NO_PLAYS][at] = round->no_plays;
    columns[COLUMN_RIGHT_NO_PLAYS][at] = round->right_no_plays;
    columns[COLUMN_DECLARED][at] = round->declared;
    columns[COLUMN_OVERTHROWN][at] = round->overthrown;
    columns[COLUMN_TRUE_PROPHET][at] = round->prophet != NOBODY;
    columns[COLUMN_FIRST_DECLARED][at] = round->first_declared;
    columns[COLUMN_DECLARED_AT][at] = round->sum_declared;
    columns[COLUMN_LASTED][at] = round->sum_overthrown - round->sum_fallen;
    columns[COLUMN_EXPELLED][at] = round->expelled_count;
    columns[COLUMN_GUESSES][at] = round->guesses;
    columns[COLUMN_RIGHT_GUESSES][at] = round->right_guesses;
    columns[COLUMN_DEALER_SCORE][at] = scores[round->dealer];
    columns[COLUMN_CAP_BITES][at] = round->knobs->dealer_scores && scores[round->dealer] < first;
    columns[COLUMN_PLAYERS][at] = round->players;
    columns[COLUMN_PLAYERS_SCORE][at] = sum;
    columns[COLUMN_PROPHET_SCORE][at] = round->prophet == NOBODY ? 0 : scores[round->prophet];
    columns[COLUMN_OUT][at] = round->out_count;
    columns[COLUMN_OUT_SCORE][at] = out_score;
    columns[COLUMN_EXPELLED_SCORE][at] = expelled_score;
    columns[COLUMN_SPREAD][at] = first - last;
    columns[COLUMN_LEAD][at] = round->players > 1 ? first - second : 0;
    for (int seat = 0; seat < round->seats; seat++) columns[COLUMN_SCORES + seat][at] = scores[seat];
}

#endif
