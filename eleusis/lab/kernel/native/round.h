/* A round as it stands, and how cards move in it: eleusis/game/state.py and events/. */

#ifndef ELEUSIS_ROUND_H
#define ELEUSIS_ROUND_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "chance.h"
#include "knobs.h"
#include "machines.h"

/* Those of eleusis/minds/players/knower.py. */
enum { TRIES = 600, FAR_FROM_OUT = 4 };
enum { NOBODY = -1, STOCK_MAX = 8192, MAINLINE_MAX = 8192, TRIES_MAX = TRIES * PACK + 1 };

/* Why a round is declined; 0 is a round that was played. */
#define REASONS(REASON)                                 \
    REASON(HAND_FULL, "a hand of too many cards")       \
    REASON(STOCK_FULL, "too many cards in the stock")   \
    REASON(LINE_FULL, "too long a mainline")            \
    REASON(NO_ROOM, "rules with too many states")       \
    REASON(NO_VERDICT, "a guess that can't be judged")  \
    REASON(NOT_TO_BE_DEALT, "a deal that can't be made") \
    REASON(NOBODY_CAN_MOVE, "nobody who can move")

#define REASON(name, text) name,
enum { PLAYED, REASONS(REASON) DECLINED_MAX };
#undef REASON

/* Why a round ends: END_REASONS of eleusis/game/state.py, in its order. */
enum {
    END_OUT_OF_CARDS,
    END_RIGHT_NO_PLAY,
    END_CUTOFF,
    END_ALL_EXPELLED,
    END_RIGHT_GUESS,
    END_STOCK_OUT,
    END_TURNS_PLAYED,
    END_NOBODY_CAN_ACT,
    END_ABANDONED
};

typedef struct {
    const char *name;                            /* as bytes of UTF-8 */
    int32_t knows;                               /* 1 for a knower, 0 for a random player */
    int32_t guess, rules;                        /* the first of the rules that it guesses at random, how many */
    double skill;                                /* of a knower */
    double strings, no_plays, declares, guesses; /* how often what is left to chance is which */
} Seat;

typedef struct {
    const char *seed; /* the simulation's, as text */
    Seat bots[SEATS_MAX];
    int32_t seats, rules; /* how many */
    int32_t game;         /* rounds in a game */
    int32_t max_turns;
} Table;

typedef struct {
    const Table *table;
    const Knobs *knobs;
    Machines *machines;
    int seats;
    uint32_t beginning[WORDS]; /* of all streams */

    /* from here on it is emptied for each round */
    int declined;
    long long seed; /* of the game */
    int turn;       /* which round of its game */
    int rule, dealer, players;
    int order[SEATS_MAX]; /* the seats that hold a hand, from the dealer's left */
    int place[SEATS_MAX]; /* where a seat stands in that order */

    int held[SEATS_MAX];
    int top, bottom; /* the stock lies from `top` up to, and without, `bottom` */
    int decks;
    int length, starter_count; /* of the mainline */
    int layout;                /* cards on it */
    int32_t state;             /* of the rule's machine, after the mainline */

    int mover, first, steps, turns, prophet, declared_at, right_since, wrong_since, sudden_death, guesser, ended;
    int called, named; /* by the prophet, of the turn that is judged */
    int passed[SEATS_MAX], been_prophet[SEATS_MAX], expelled[SEATS_MAX], stranded[SEATS_MAX],
        wrong_guesses[SEATS_MAX];
    int out[SEATS_MAX]; /* 0, or 1 + the reason that this gives the round to end */
    int passed_count, expelled_count, stranded_count, is_short, out_count;

    int right_plays, wrong_plays, right_strings, wrong_strings, no_plays, right_no_plays;
    int declared, overthrown, first_declared, sum_declared, sum_overthrown, sum_fallen, guesses, right_guesses;

    /* what needs no emptying: it is written before it is read */
    Twister stock_chance, deck_chance, chances[SEATS_MAX];
    uint8_t hands[SEATS_MAX][HAND_MAX];
    uint8_t stock[STOCK_MAX];
    uint8_t line[MAINLINE_MAX];
    struct {
        int parent, depth;
        int32_t state;
        uint8_t card;
    } tries[TRIES_MAX];
    int waiting[TRIES_MAX];
} Round;

static void decline(Round *round, int why) {
    if (!round->declined) round->declined = why;
}

/* Cards */

static int stock_left(const Round *round) { return round->bottom - round->top; }

static void add_under_stock(Round *round, const uint8_t *cards, int count) {
    if (round->bottom + count > STOCK_MAX) { /* what was drawn makes room */
        memmove(round->stock, round->stock + round->top, (size_t)stock_left(round));
        round->bottom -= round->top;
        round->top = 0;
    }
    if (round->bottom + count > STOCK_MAX) {
        decline(round, STOCK_FULL);
        return;
    }
    memcpy(round->stock + round->bottom, cards, (size_t)count);
    round->bottom += count;
}

static void add_deck(Round *round) {
    char text[TEXT_MAX];
    round->decks++;
    int size = snprintf(text, sizeof text, "eleusis/%lld/round/%d/deck/%d", round->seed, round->turn, round->decks);
    const char *texts[] = {text};
    Twister *streams[] = {&round->deck_chance};
    seed_streams(round->beginning, streams, texts, &size, 1);
    uint8_t deck[PACK];
    for (int card = 0; card < PACK; card++) deck[card] = (uint8_t)card;
    shuffle(deck, PACK, &round->deck_chance);
    add_under_stock(round, deck, PACK);
}

static int draw_top(Round *round) { return round->stock[round->top++]; }

static void take_up(Round *round, int seat, int card) {
    if (round->held[seat] == HAND_MAX) {
        decline(round, HAND_FULL);
        return;
    }
    round->hands[seat][round->held[seat]++] = (uint8_t)card;
}

/* Cards from the stock to a hand; decks are added first where the draws would make that due. Returns how many. */
static int draw_cards(Round *round, int seat, int due) {
    const Knobs *knobs = round->knobs;
    if (knobs->refills)
        while (due && stock_left(round) - due <= knobs->refill_at && !round->declined) add_deck(round);
    int drawn = due < stock_left(round) ? due : stock_left(round);
    for (int i = 0; i < drawn && !round->declined; i++) take_up(round, seat, draw_top(round));
    return drawn;
}

/* Cards that are due as a penalty or a replacement: who can't have all of them is short, and may be stranded. */
static void draw_due(Round *round, int seat, int due) {
    if (!due || draw_cards(round, seat, due) == due) return;
    round->is_short = 1;
    if (!round->held[seat] && !round->stranded[seat]) {
        round->stranded[seat] = 1;
        round->stranded_count++;
    }
}

static void drop_card(Round *round, int seat, int card) {
    uint8_t *hand = round->hands[seat];
    int at = 0;
    while (hand[at] != card) at++;
    round->held[seat]--;
    memmove(hand + at, hand + at + 1, (size_t)(round->held[seat] - at));
}

static void lay_right(Round *round, const uint8_t *cards, int count) {
    if (round->length + count > MAINLINE_MAX) {
        decline(round, LINE_FULL);
        return;
    }
    for (int i = 0; i < count; i++) {
        round->line[round->length++] = cards[i];
        round->state = state_after(round->machines, round->state, cards[i]);
        if (round->state < 0) {
            decline(round, NO_ROOM);
            return;
        }
    }
    round->layout += count;
}

/* The different cards of a hand, in hand order. */
static int list_different(const Round *round, int seat, uint8_t different[PACK]) {
    uint64_t seen = 0;
    int count = 0;
    for (int i = 0; i < round->held[seat]; i++) {
        int card = round->hands[seat][i];
        if (seen >> card & 1) continue;
        seen |= (uint64_t)1 << card;
        different[count++] = (uint8_t)card;
    }
    return count;
}

/* The first right card of a hand, or NOBODY. */
static int find_right(const Round *round, int seat) {
    for (int i = 0; i < round->held[seat]; i++)
        if (is_right(round->machines, round->state, round->hands[seat][i])) return round->hands[seat][i];
    return NOBODY;
}

static int judge_play(Round *round, const uint8_t *cards, int count) {
    int32_t state = round->state;
    for (int i = 0; i < count; i++) {
        if (!is_right(round->machines, state, cards[i])) return 0;
        if (i + 1 == count) break;
        state = state_after(round->machines, state, cards[i]);
        if (state < 0) {
            decline(round, NO_ROOM);
            return 0;
        }
    }
    return 1;
}

#endif
