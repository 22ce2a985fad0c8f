/* Whose turn it is, who is asked to declare, when a round ends: eleusis/game/legality.py. */

#ifndef ELEUSIS_TURN_ORDER_H
#define ELEUSIS_TURN_ORDER_H

#include "round.h"

static int next_seat(const Round *round, int seat) {
    return round->order[(round->place[seat] + 1) % round->players];
}

/* The seat whose turn comes next: neither prophet nor expelled; NOBODY if there is none. */
static int successor(const Round *round) {
    if (round->mover == NOBODY) return round->first;
    int seat = round->mover;
    for (int i = 0; i < round->players; i++) {
        seat = next_seat(round, seat);
        if (seat != round->prophet && !round->expelled[seat]) return seat;
    }
    return NOBODY;
}

static int may_be_prophet(const Round *round, int seat) {
    if (round->expelled[seat]) return 0;
    int others = round->seats - 2 - round->expelled_count;
    return others >= 0 && round->knobs->allows[2 * others + round->been_prophet[seat]];
}

/* Who is asked now whether to declare as prophet; NOBODY if nobody is. */
static int declarer(const Round *round, int staying) {
    if (round->mover == NOBODY || round->prophet != NOBODY) return NOBODY;
    if (staying || !round->knobs->bidding)
        return round->passed_count || !may_be_prophet(round, round->mover) ? NOBODY : round->mover;
    int seat = round->mover;
    for (int i = 0; i < round->players; i++, seat = next_seat(round, seat))
        if (!round->passed[seat] && may_be_prophet(round, seat)) return seat;
    return NOBODY;
}

static int may_stay(const Round *round) {
    if (!round->knobs->may_stay || round->prophet != NOBODY || round->guesser != NOBODY) return 0;
    return round->out[round->mover] == 1 + END_OUT_OF_CARDS && may_be_prophet(round, round->mover);
}

/* Why the round ends now, the first reason of rules.md step 9; NOBODY if it goes on. */
static int end_reason(const Round *round) {
    const Knobs *knobs = round->knobs;
    if (round->guesser != NOBODY) return END_RIGHT_GUESS;
    if (round->out_count) {
        for (int seat = 0; seat < round->seats; seat++)
            if (round->out[seat] == 1 + END_RIGHT_NO_PLAY) return END_RIGHT_NO_PLAY;
        return END_OUT_OF_CARDS;
    }
    if (knobs->has_cutoff
        && (round->prophet == NOBODY ? round->layout >= knobs->cutoff_layout
                                     : round->layout - round->declared_at >= knobs->cutoff_since))
        return END_CUTOFF;
    if (knobs->has_turn_limit && round->turns >= knobs->turn_limit) return END_TURNS_PLAYED;
    if ((round->prophet != NOBODY || round->expelled_count) && successor(round) == NOBODY)
        return round->expelled_count ? END_ALL_EXPELLED : END_NOBODY_CAN_ACT;
    return (knobs->plays_on ? round->stranded_count : round->is_short) ? END_STOCK_OUT : NOBODY;
}

static void check_end(Round *round) {
    if (round->ended == NOBODY) round->ended = end_reason(round);
}

#endif
