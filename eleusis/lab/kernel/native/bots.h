/* The bots: eleusis/minds/players/random_player.py and knower.py. */

#ifndef ELEUSIS_BOTS_H
#define ELEUSIS_BOTS_H

#include "round.h"

static double chance_of(Round *round, int seat) { return next_number(&round->chances[seat]); }

static const Seat *bot_of(const Round *round, int seat) { return &round->table->bots[seat]; }

/* Whether the bot makes its next move by the rule. */
static int knows(Round *round, int seat) {
    const Seat *bot = bot_of(round, seat);
    return bot->knows && chance_of(round, seat) < bot->skill;
}

/* `chance.sample`: so many of the hand's cards, in an order of their own. */
static void sample_hand(Round *round, int seat, int size, uint8_t *cards) {
    Twister *chance = &round->chances[seat];
    int many = round->held[seat];
    if (many <= 21) { /* the bound of eleusis/ground/chance.py for up to five */
        uint8_t left[21];
        memcpy(left, round->hands[seat], (size_t)many);
        for (int drawn = 0, last = many - 1; drawn < size; drawn++, last--) {
            int at = next_below(chance, last + 1);
            cards[drawn] = left[at];
            left[at] = left[last];
        }
        return;
    }
    int places[5];
    for (int drawn = 0; drawn < size;) {
        int at = next_below(chance, many), again = 0;
        for (int i = 0; i < drawn; i++) again |= places[i] == at;
        if (again) continue;
        places[drawn] = at;
        cards[drawn++] = round->hands[seat][at];
    }
}

/* A play by chance: how many cards, 0 for a no play. */
static int play_by_chance(Round *round, int seat, uint8_t *cards) {
    const Seat *bot = bot_of(round, seat);
    const Knobs *knobs = round->knobs;
    if (chance_of(round, seat) < bot->no_plays && knobs->no_play) return 0;
    int held = round->held[seat], most = knobs->max_cards;
    if (chance_of(round, seat) < bot->strings && most != 1 && held > 1) {
        int size = 2 + (int)(chance_of(round, seat) * 3);
        if (size > held) size = held;
        if (most && size > most) size = most;
        sample_hand(round, seat, size, cards);
        return size;
    }
    uint8_t different[PACK];
    int count = list_different(round, seat, different);
    if (!count) {
        if (!knobs->no_play) decline(round, NOBODY_CAN_MOVE);
        return 0;
    }
    cards[0] = different[(int)(chance_of(round, seat) * count)];
    return 1;
}

/* The longest right string of a hand, within a bound of tries; 0 if no card is right. The last that waits is tried
   first; what is left of the hand at a try are its cards less the first of each kind that was played. */
static int find_longest(Round *round, int seat, uint8_t *cards) {
    Machines *machines = round->machines;
    int held = round->held[seat], most = round->knobs->max_cards, copies[PACK] = {0}, kinds = 0;
    if (!most || most > held) most = held;
    uint8_t from_behind[PACK];
    for (int i = held - 1; i >= 0; i--) {
        int card = round->hands[seat][i];
        if (!copies[card]++) from_behind[kinds++] = (uint8_t)card;
    }
    int best = 0, longest = 0, size = 1, waiting = 1, tries = TRIES;
    round->tries[0].parent = NOBODY;
    round->tries[0].depth = 0;
    round->tries[0].state = round->state;
    round->waiting[0] = 0;
    while (waiting && tries && longest < most) {
        int now = round->waiting[--waiting], depth = round->tries[now].depth;
        tries--;
        if (depth > longest) {
            longest = depth;
            best = now;
        }
        if (depth == most) continue;
        int parent = round->tries[now].parent;
        if (parent != NOBODY) {
            round->tries[now].state = state_after(machines, round->tries[parent].state, round->tries[now].card);
            if (round->tries[now].state < 0) {
                decline(round, NO_ROOM);
                return 0;
            }
        }
        uint64_t right = machines->right[round->tries[now].state];
        int played[PACK] = {0};
        for (int i = now; round->tries[i].parent != NOBODY; i = round->tries[i].parent)
            played[round->tries[i].card]++;
        for (int i = 0; i < kinds; i++) {
            int card = from_behind[i];
            if (!(right >> card & 1) || played[card] == copies[card]) continue;
            round->tries[size].parent = now;
            round->tries[size].depth = depth + 1;
            round->tries[size].card = (uint8_t)card;
            round->waiting[waiting++] = size++;
        }
    }
    for (int i = best, at = longest; at > 0; i = round->tries[i].parent) cards[--at] = round->tries[i].card;
    return longest;
}

/* What a seat plays: how many cards, 0 for a no play. */
static int choose_play(Round *round, int seat, uint8_t *cards) {
    if (knows(round, seat)) {
        int count = find_longest(round, seat, cards);
        if (count || round->knobs->no_play) return count;
    }
    return play_by_chance(round, seat, cards);
}

/* What the prophet calls a play, or a no play and the card of it that he names: `called` and `named`. */
static void call(Round *round, const uint8_t *cards, int count) {
    int seat = round->prophet;
    round->named = NOBODY;
    if (knows(round, seat)) {
        if (count) {
            round->called = judge_play(round, cards, count);
        } else {
            round->named = find_right(round, round->mover);
            round->called = round->named == NOBODY;
        }
        return;
    }
    uint8_t different[PACK];
    int options = 1 + (count ? 1 : list_different(round, round->mover, different));
    int option = (int)(chance_of(round, seat) * options);
    round->called = option == 0;
    if (!count && option) round->named = different[option - 1];
}

static int wants_to_declare(Round *round, int seat) {
    if (!knows(round, seat)) return chance_of(round, seat) < bot_of(round, seat)->declares;
    int others = 0;
    for (int i = 0; i < round->players; i++) {
        if (round->order[i] == seat) continue;
        others++;
        if (round->held[round->order[i]] < FAR_FROM_OUT) return 0;
    }
    return others > 0;
}

/* The rule that a seat guesses, by its number among the texts; NOBODY if it passes. */
static int choose_guess(Round *round, int seat) {
    const Seat *bot = bot_of(round, seat);
    if (knows(round, seat)) return round->rule;
    if (!(chance_of(round, seat) < bot->guesses)) return NOBODY;
    return bot->guess + (int)(chance_of(round, seat) * bot->rules);
}

#endif
