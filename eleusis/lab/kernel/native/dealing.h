/* The deal: eleusis/driving/dealing.py. */

#ifndef ELEUSIS_DEALING_H
#define ELEUSIS_DEALING_H

#include "round.h"

static void seed_round(Round *round) {
    char texts[SEATS_MAX + 1][TEXT_MAX];
    const char *several[SEATS_MAX + 1];
    Twister *streams[SEATS_MAX + 1];
    int sizes[SEATS_MAX + 1], count = 0;
    sizes[count] = snprintf(texts[count], TEXT_MAX, "eleusis/%lld/round/%d/stock", round->seed, round->turn);
    streams[count++] = &round->stock_chance;
    for (int i = 0; i < round->players; i++, count++) {
        int seat = round->order[i];
        sizes[count] = snprintf(texts[count], TEXT_MAX, "eleusis/%lld/bot/%d/%s", round->seed, round->turn,
                                round->table->bots[seat].name);
        streams[count] = &round->chances[seat];
    }
    for (int i = 0; i < count; i++) several[i] = texts[i];
    seed_streams(round->beginning, streams, several, sizes, count);
}

/* The cards that may be turned as the next starter, behind those that lie. */
static uint64_t fitting(const Round *round) {
    const Machines *machines = round->machines;
    if (machines->conditions[round->rule] && !round->length) return machines->starters[round->rule];
    return machines->right[round->state];
}

static void turn_up(Round *round, int card) {
    uint8_t starter = (uint8_t)card;
    lay_right(round, &starter, 1);
    round->starter_count++;
}

/* Starters that must be right: cards are turned until they are; those that are not are set aside. */
static void find_starters(Round *round) {
    const Knobs *knobs = round->knobs;
    while (round->starter_count < knobs->starters && !round->declined) {
        uint64_t right = fitting(round);
        int card = NOBODY;
        if (!right) decline(round, NOT_TO_BE_DEALT);
        while (!round->declined && (card == NOBODY || !(right >> card & 1))) {
            if (!stock_left(round) && knobs->refills) add_deck(round);
            if (!stock_left(round)) decline(round, NOT_TO_BE_DEALT);
            if (round->declined) return;
            card = draw_top(round);
            while (knobs->refills && stock_left(round) <= knobs->refill_at && !round->declined) add_deck(round);
        }
        if (!round->declined) turn_up(round, card);
    }
}

static int stock_fits(const Round *round, uint64_t fits) {
    for (int i = round->top; i < round->bottom; i++)
        if (fits >> round->stock[i] & 1) return 1;
    return 0;
}

/* Starters that may be any cards; a single one that the rule's condition refuses goes under the stock. */
static void turn_starters(Round *round) {
    const Knobs *knobs = round->knobs;
    if (knobs->starters == 1 && round->machines->conditions[round->rule]) {
        uint64_t fits = round->machines->starters[round->rule];
        if (fits && knobs->refills && !stock_fits(round, fits)) add_deck(round);
        if (!stock_fits(round, fits)) decline(round, NOT_TO_BE_DEALT);
        while (!round->declined && !(fits >> round->stock[round->top] & 1)) {
            uint8_t card = (uint8_t)draw_top(round);
            add_under_stock(round, &card, 1);
        }
    }
    for (int i = 0; i < knobs->starters && !round->declined; i++) turn_up(round, draw_top(round));
}

static void deal(Round *round) {
    const Knobs *knobs = round->knobs;
    int cards = round->players * knobs->hand + knobs->starters;
    if (knobs->decks * PACK > STOCK_MAX || (!knobs->refills && cards > knobs->decks * PACK)) {
        decline(round, NOT_TO_BE_DEALT);
        return;
    }
    uint8_t *stock = round->stock;
    for (int i = 0; i < knobs->decks * PACK; i++) stock[i] = (uint8_t)(i % PACK);
    round->bottom = knobs->decks * PACK;
    shuffle(stock, round->bottom, &round->stock_chance);
    round->decks = knobs->decks;
    int needed = (cards + knobs->refill_at) / PACK + 1;
    while (knobs->refills && round->decks < needed && !round->declined) add_deck(round);
    for (int i = 0; i < knobs->hand && !round->declined; i++)
        for (int k = 0; k < round->players; k++) take_up(round, round->order[k], draw_top(round));

    round->state = state_of_empty(round->machines, round->rule);
    if (round->state < 0) decline(round, NO_ROOM);
    if (round->declined) return;
    if (knobs->sets_aside)
        find_starters(round);
    else
        turn_starters(round);
    int rank = round->length ? round->line[round->length - 1] % 13 + 1 : 0;
    round->first = round->order[knobs->first_offset[rank]];
}

#endif
