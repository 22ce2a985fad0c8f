/* Rounds of bots, many at a time: what eleusis/game, driving and the bots `random` and `knower` do, for the
   laboratory.

   What can't be done here is declined: the round is left alone, and the engine plays it. */

#ifndef ELEUSIS_PLAYING_H
#define ELEUSIS_PLAYING_H

#include "dealing.h"
#include "rows.h"
#include "turns.h"

static void begin(Round *round, int number, long long seed, int rule) {
    size_t from = offsetof(Round, declined);
    memset((char *)round + from, 0, offsetof(Round, stock_chance) - from);
    int seats = round->seats;
    round->turn = (number - 1) % round->table->game + 1;
    round->seed = seed;
    round->rule = rule;
    round->dealer = (number - 1) % seats;
    round->players = seats - 1;
    for (int i = 0; i < round->players; i++) {
        round->order[i] = (round->dealer + 1 + i) % seats;
        round->place[round->order[i]] = i;
    }
    round->mover = round->prophet = round->guesser = round->ended = NOBODY;
    seed_round(round);
}

/* The first numbers of some streams. */
static void draw_firsts(const uint32_t beginning[WORDS], char texts[][TEXT_MAX], const int sizes[], int count,
                        double numbers[]) {
    Twister streams[LANES], *several[LANES] = {0};
    const char *named[LANES] = {0};
    for (int i = 0; i < count; i++) {
        several[i] = &streams[i];
        named[i] = texts[i];
    }
    seed_streams(beginning, several, named, sizes, count);
    for (int i = 0; i < count; i++) numbers[i] = next_number(&streams[i]);
}

/* Play the rounds from `first` to `last`; each that was played has its row in the columns, which begin with round
   1, and 1 in `done`. `declined` counts the others by their reason. It ends early where an answer of Python's fails.
   `round` is room to play in. */
static void play_rounds(Round *round, const Table *table, const Knobs *knobs, Machines *machines, int32_t first,
                        int32_t last, const Columns *columns, uint8_t *done, int32_t declined[DECLINED_MAX]) {
    round->table = table;
    round->knobs = knobs;
    round->machines = machines;
    round->seats = table->seats;
    write_beginning(round->beginning);
    for (int block = first; block <= last; block += LANES) {
        char texts[LANES][TEXT_MAX];
        int sizes[LANES], count = last - block + 1 < LANES ? last - block + 1 : LANES;
        double numbers[LANES];
        long long seeds[LANES];
        int rules[LANES] = {0};
        for (int i = 0; i < count; i++)
            sizes[i] =
                snprintf(texts[i], TEXT_MAX, "eleusis/%s/lab/%d", table->seed, (block + i - 1) / table->game + 1);
        draw_firsts(round->beginning, texts, sizes, count, numbers);
        for (int i = 0; i < count; i++) seeds[i] = (long long)(numbers[i] * 281474976710656.0); /* 2^48 */
        if (table->rules > 1) {
            for (int i = 0; i < count; i++)
                sizes[i] = snprintf(texts[i], TEXT_MAX, "eleusis/%lld/rule/%d", seeds[i],
                                    (block + i - 1) % table->game + 1);
            draw_firsts(round->beginning, texts, sizes, count, numbers);
            for (int i = 0; i < count; i++) rules[i] = (int)(numbers[i] * table->rules);
        }
        for (int i = 0; i < count; i++) {
            if (done[block + i - 1]) continue;
            begin(round, block + i, seeds[i], rules[i]);
            deal(round);
            if (!round->declined) play_out(round);
            if (machines->failed) return;
            declined[round->declined]++;
            if (round->declined) continue;
            write_row(round, columns, block + i - 1);
            done[block + i - 1] = 1;
        }
    }
}

#endif
