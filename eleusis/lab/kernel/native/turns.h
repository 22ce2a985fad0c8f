/* A turn, with what comes of it: eleusis/game/round.py. Steps are numbered as in rules.md, "One turn, in this
 * order". */

#ifndef ELEUSIS_TURNS_H
#define ELEUSIS_TURNS_H

#include "bots.h"
#include "turn_order.h"

static void overthrow(Round *round) {
    const Knobs *knobs = round->knobs;
    int prophet = round->prophet, stayed = !round->held[prophet];
    round->prophet = NOBODY;
    round->overthrown++;
    round->sum_overthrown += round->layout;
    round->sum_fallen += round->declared_at;
    draw_due(round, prophet, stayed ? knobs->stayed_draw : knobs->overthrow_draw);
}

static void declare(Round *round, int seat) {
    round->prophet = seat;
    round->declared_at = round->layout;
    round->right_since = round->wrong_since = 0;
    round->been_prophet[seat] = 1;
    if (!round->declared++) round->first_declared = round->layout;
    round->sum_declared += round->layout;
    if (round->out[seat]) {
        round->out[seat] = 0;
        round->out_count--;
    }
}

/* Steps 3 to 6 for cards that were played; returns whether they were right. */
static int judge_cards(Round *round, int seat, const uint8_t *cards, int count, int *overthrew) {
    int right = judge_play(round, cards, count);
    round->steps++;
    *overthrew = round->prophet != NOBODY && round->called != right;
    if (round->declined) return 0;
    if (right) {
        lay_right(round, cards, count);
        round->right_since += count;
        round->right_plays++;
        round->right_strings += count > 1;
    } else {
        round->layout += count;
        round->wrong_since += count;
        round->wrong_plays++;
        round->wrong_strings += count > 1;
    }
    round->turns++;
    if (*overthrew) overthrow(round);
    if (!right && !*overthrew) draw_due(round, seat, round->knobs->draws[count]);
    return right;
}

/* Steps 3 to 6 for a no play; `emptied` says that a right one left no cards. */
static int judge_no_play(Round *round, int seat, int *misjudged, int *emptied) {
    const Knobs *knobs = round->knobs;
    int prophet = round->prophet, shown = find_right(round, seat), right = shown == NOBODY;
    int named_right = round->named != NOBODY && is_right(round->machines, round->state, round->named);
    uint8_t forced = (uint8_t)(prophet != NOBODY && named_right ? round->named : shown);
    round->steps++;
    round->no_plays++;
    round->turns++;
    *misjudged = prophet != NOBODY && (round->called != right || (!right && !named_right));
    *emptied = 0;
    if (right) round->right_no_plays++;
    if (*misjudged && knobs->takes_back) {
        /* as if it had not been said */
    } else if (right) {
        int held = round->held[seat], size = knobs->new_hand[held];
        round->held[seat] = 0;
        add_under_stock(round, round->hands[seat], held);
        draw_cards(round, seat, size);
        *emptied = size == 0;
    } else {
        drop_card(round, seat, forced);
        lay_right(round, &forced, 1);
        round->right_since++;
    }
    if (round->declined) return right;
    if (*misjudged) overthrow(round);
    if (!right && !*misjudged) draw_due(round, seat, knobs->no_play_draw);
    return right;
}

/* Step 7, where the threshold was met before the play, or sudden death has begun. */
static void expel(Round *round, int seat, int right, int overthrew, int met, int cards_played) {
    const Knobs *knobs = round->knobs;
    if (!met && !round->sudden_death) return;
    if (!round->sudden_death && knobs->begins[2 * met + cards_played]) round->sudden_death = 1;
    if (!right && knobs->expels[4 * met + 2 * round->sudden_death + overthrew]) {
        round->expelled[seat] = 1;
        round->expelled_count++;
    }
}

/* A right to declare that is asked for: of the mover who has gone out, or of whoever is asked in turn. */
static void ask_to_declare(Round *round, int seat) {
    round->steps++;
    if (wants_to_declare(round, seat)) {
        declare(round, seat);
    } else {
        round->passed[seat] = 1;
        round->passed_count++;
    }
    check_end(round);
}

/* A rule's state after the first cards of the mainline; below 0 where there is no room for it. */
static int32_t state_after_line(const Round *round, int rule, int length) {
    int32_t state = state_of_empty(round->machines, rule);
    for (int i = 0; i < length && state > 0; i++) state = state_after(round->machines, state, round->line[i]);
    return state;
}

/* Whether a guess differs from the rule in the cards that are right at once, or after one more that both take: most
   that are wrong are proved so by that. The text of a secret rule is judged without a look: mostly it is the one.
 */
static int differs_soon(const Round *round, int guess) {
    Machines *machines = round->machines;
    if (round->knobs->guess_from_everywhere || guess < round->table->rules) return 0;
    int length = round->knobs->guess_from_here ? round->length : round->starter_count;
    int32_t a = state_after_line(round, round->rule, length), b = state_after_line(round, guess, length);
    if (a < 0 || b < 0) return 0;
    uint64_t right = machines->right[a];
    if (right != machines->right[b]) return 1;
    for (int card = 0; card < PACK; card++) {
        if (!(right >> card & 1)) continue;
        int32_t c = state_after(machines, a, card), d = state_after(machines, b, card);
        if (c < 0 || d < 0) return 0;
        if (machines->right[c] != machines->right[d]) return 1;
    }
    return 0;
}

/* The guess that a turn offers, and its judgement. */
static void offer_guess(Round *round, int seat) {
    int guess = choose_guess(round, seat);
    round->steps++;
    if (guess == NOBODY) return;
    int right = 0;
    if (!differs_soon(round, guess))
        right = judge_guess(round->machines, round->rule, guess, round->starter_count, round->line, round->length);
    round->steps++;
    round->guesses++;
    if (right < 0) {
        decline(round, NO_VERDICT);
    } else if (right) {
        round->right_guesses++;
        round->guesser = seat;
    } else {
        round->wrong_guesses[seat]++;
    }
}

static void take_turn(Round *round, int seat) {
    const Knobs *knobs = round->knobs;
    uint8_t cards[HAND_MAX];
    int count = choose_play(round, seat, cards);
    if (round->declined) return;
    round->steps++;
    round->mover = seat;
    memset(round->passed, 0, sizeof round->passed);
    round->passed_count = 0;
    for (int i = 0; i < count; i++) drop_card(round, seat, cards[i]);
    if (round->prophet != NOBODY) {
        call(round, cards, count);
        round->steps++;
    }
    int layout = round->layout, since = layout - round->declared_at, overthrew, emptied = 0;
    int met = knobs->expulsion
              && (round->prophet == NOBODY ? layout >= knobs->expulsion_layout : since >= knobs->expulsion_since);
    int right = count ? judge_cards(round, seat, cards, count, &overthrew)
                      : judge_no_play(round, seat, &overthrew, &emptied);
    if (round->declined) return;
    draw_due(round, seat, knobs->due[round->held[seat]]);
    expel(round, seat, right, overthrew, met, count > 0);

    /* Steps 8 and 9. */
    if (!round->held[seat] && !round->stranded[seat] && !round->out[seat]) {
        round->out[seat] = 1 + (emptied ? END_RIGHT_NO_PLAY : END_OUT_OF_CARDS);
        round->out_count++;
    }
    if (knobs->offers[right] && !round->expelled[seat]) offer_guess(round, seat);
    if (round->declined) return;
    if (round->out_count && may_stay(round)) {
        if (declarer(round, 1) == seat) ask_to_declare(round, seat);
    } else {
        check_end(round);
    }
}

static void play_out(Round *round) {
    while (round->ended == NOBODY && !round->declined) {
        if (round->steps >= round->table->max_turns) {
            round->ended = END_ABANDONED;
            return;
        }
        int asked = declarer(round, 0), seat = successor(round);
        if (asked != NOBODY)
            ask_to_declare(round, asked);
        else if (seat != NOBODY)
            take_turn(round, seat);
        else
            decline(round, NOBODY_CAN_MOVE);
    }
}

#endif
