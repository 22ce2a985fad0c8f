/* Rounds of bots, many at a time: what eleusis/game, driving and the bots `random` and `knower` do, for the laboratory.

   The knobs of the edition, the enums of columns and reasons, and some limits are text that Python puts before this
   (eleusis/lab/kernel/prelude.py), so that they have one home. What can't be done here is declined: the round is left
   alone, and the engine plays it. Steps are numbered as in rules.md, "One turn, in this order". */

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "chance.h"
#include "machines.h"

/* Why a round was declined. */
enum { PLAYED, HAND_FULL, STOCK_FULL, LINE_FULL, NO_ROOM, NO_VERDICT, NOT_TO_BE_DEALT, NOBODY_CAN_MOVE };

enum { NOBODY = -1, STOCK_MAX = 8192, LINE_MAX = 8192, TRIES_MAX = TRIES * PACK + 1 };

typedef struct {
    int32_t knows;                                     /* 1 for a knower, 0 for a random player */
    int32_t guess, rules;                              /* the first of the rules that it guesses at random, how many */
    double skill;                                      /* of a knower */
    double strings, no_plays, declares, guesses;       /* how often what is left to chance is which */
} Seat;

typedef struct {
    const char *seed;             /* the simulation's, as text */
    const char *const *names;     /* of the seats, as bytes of UTF-8 */
    const Seat *bots;
    int32_t seats, rules;         /* how many */
    int32_t game;                 /* rounds in a game */
    int32_t max_turns;
} Table;

typedef struct {
    const Table *table;
    const Knobs *knobs;
    const Machines *machines;
    int seats;
    uint32_t beginning[WORDS];    /* of all streams */

    /* from here on it is emptied for each round */
    int declined;
    long long seed;               /* of the game */
    int turn;                     /* which round of its game */
    int rule, dealer, players;
    int order[SEATS_MAX];         /* the seats that hold a hand, from the dealer's left */
    int place[SEATS_MAX];         /* where a seat stands in that order */

    int held[SEATS_MAX];
    int top, bottom;              /* the stock lies from `top` up to, and without, `bottom` */
    int decks;
    int length, starter_count;    /* of the mainline */
    int layout;                   /* cards on it */
    int32_t state;                /* of the rule's machine, after the mainline */

    int mover, first, steps, turns, prophet, declared_at, right_since, wrong_since, sudden_death, guesser, ended;
    int called, named;            /* by the prophet, of the turn that is judged */
    int passed[SEATS_MAX], been_prophet[SEATS_MAX], expelled[SEATS_MAX], stranded[SEATS_MAX], wrong_guesses[SEATS_MAX];
    int out[SEATS_MAX];           /* 0, or 1 + the reason that this gives the round to end */
    int passed_count, expelled_count, stranded_count, is_short, out_count;

    int right_plays, wrong_plays, right_strings, wrong_strings, no_plays, right_no_plays;
    int declared, overthrown, first_declared, sum_declared, sum_overthrown, sum_fallen, guesses, right_guesses;

    /* what needs no emptying: it is written before it is read */
    Twister stock_chance, deck_chance, chances[SEATS_MAX];
    uint8_t hands[SEATS_MAX][HAND_MAX];
    uint8_t stock[STOCK_MAX];
    uint8_t line[LINE_MAX];
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

static void seed_stream(Round *round, Twister *stream, const char *what, int number, const char *name) {
    char text[TEXT_MAX];
    int size = number == NOBODY ? snprintf(text, sizeof text, "eleusis/%lld/%s/%d/%s", round->seed, what, round->turn, name)
                                : snprintf(text, sizeof text, "eleusis/%lld/%s/%d/%s/%d", round->seed, what, round->turn, name, number);
    const char *texts[] = {text};
    Twister *streams[] = {stream};
    seed_streams(round->beginning, streams, texts, &size, 1);
}

static void add_deck(Round *round) {
    uint8_t deck[PACK];
    for (int card = 0; card < PACK; card++) deck[card] = (uint8_t)card;
    round->decks++;
    seed_stream(round, &round->deck_chance, "round", round->decks, "deck");
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
    if (round->length + count > LINE_MAX) {
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

/* The deal: eleusis/driving/dealing.py */

static void seed_round(Round *round) {
    char texts[SEATS_MAX + 1][TEXT_MAX];
    const char *several[SEATS_MAX + 1];
    Twister *streams[SEATS_MAX + 1];
    int sizes[SEATS_MAX + 1], count = 0;
    sizes[count] = snprintf(texts[count], TEXT_MAX, "eleusis/%lld/round/%d/stock", round->seed, round->turn);
    streams[count++] = &round->stock_chance;
    for (int i = 0; i < round->players; i++, count++) {
        int seat = round->order[i];
        sizes[count] = snprintf(texts[count], TEXT_MAX, "eleusis/%lld/bot/%d/%s", round->seed, round->turn, round->table->names[seat]);
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

/* Whose turn it is: eleusis/game/legality.py */

static int next_seat(const Round *round, int seat) { return round->order[(round->place[seat] + 1) % round->players]; }

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

/* The bots: eleusis/players/random_player.py and knower.py */

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
    if (many <= 21) { /* the bound of eleusis/chance.py for up to five */
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
    const Machines *machines = round->machines;
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
        for (int i = now; round->tries[i].parent != NOBODY; i = round->tries[i].parent) played[round->tries[i].card]++;
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

/* A turn: eleusis/game/round.py */

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

enum { DIFFERS, AGREES, NOT_LOOKED };

/* Whether a guess agrees with the rule in the cards that are right at once, and after one more that both take: most that
   are wrong are proved so by that. The text of a secret rule is judged without a look: mostly it is the one. */
static int look_soon(const Round *round, int guess) {
    const Machines *machines = round->machines;
    if (round->knobs->guess_from == GUESS_FROM_EVERYWHERE || guess < round->table->rules) return NOT_LOOKED;
    int length = round->knobs->guess_from == GUESS_FROM_HERE ? round->length : round->starter_count;
    int32_t a = state_after_line(round, round->rule, length), b = state_after_line(round, guess, length);
    if (a < 0 || b < 0) return NOT_LOOKED;
    uint64_t right = machines->right[a];
    if (right != machines->right[b]) return DIFFERS;
    for (int card = 0; card < PACK; card++) {
        if (!(right >> card & 1)) continue;
        int32_t c = state_after(machines, a, card), d = state_after(machines, b, card);
        if (c < 0 || d < 0) return NOT_LOOKED;
        if (machines->right[c] != machines->right[d]) return DIFFERS;
    }
    return AGREES;
}

/* The guess that a turn offers, and its judgement. */
static void offer_guess(Round *round, int seat) {
    int guess = choose_guess(round, seat);
    round->steps++;
    if (guess == NOBODY) return;
    int right = 0, agrees = look_soon(round, guess);
    if (agrees != DIFFERS)
        right = round->machines->judge_guess(round->rule, guess, agrees == AGREES, round->starter_count, round->line, round->length);
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
    int met = knobs->expulsion && (round->prophet == NOBODY ? layout >= knobs->expulsion_layout : since >= knobs->expulsion_since);
    int right = count ? judge_cards(round, seat, cards, count, &overthrew) : judge_no_play(round, seat, &overthrew, &emptied);
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

/* The scores: eleusis/game/round_scores.py */

static void score(const Round *round, int scores[SEATS_MAX]) {
    const Knobs *knobs = round->knobs;
    int high = 0, best = 0, left = knobs->has_turn_limit && knobs->turn_limit > round->turns ? knobs->turn_limit - round->turns : 0;
    for (int i = 0; i < round->players; i++)
        if (round->held[round->order[i]] > high) high = round->held[round->order[i]];
    for (int i = 0; i < round->players; i++) {
        int seat = round->order[i], points = 0;
        if (knobs->base == BASE_HIGH_COUNT) points = high - round->held[seat];
        if (knobs->base == BASE_FROM) points = knobs->base_start - round->held[seat];
        if (knobs->base == BASE_BY_TURNS && seat == round->guesser) points = 1 + left;
        if (round->out[seat]) points += knobs->out;
        if (seat == round->prophet) points += knobs->bonus_right * round->right_since + knobs->bonus_wrong * round->wrong_since;
        if (seat == round->guesser) points += knobs->guess_bonus;
        points -= knobs->guess_price * round->wrong_guesses[seat];
        scores[seat] = points;
        if (!i || points > best) best = points;
    }
    if (round->prophet != NOBODY && knobs->has_cap && knobs->cap * round->declared_at < best) best = knobs->cap * round->declared_at;
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

/* Rounds of a table */

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
static void draw_firsts(const uint32_t beginning[WORDS], char texts[][TEXT_MAX], const int sizes[], int count, double numbers[]) {
    Twister streams[LANES], *several[LANES];
    const char *named[LANES];
    for (int i = 0; i < count; i++) {
        several[i] = &streams[i];
        named[i] = texts[i];
    }
    seed_streams(beginning, several, named, sizes, count);
    for (int i = 0; i < count; i++) numbers[i] = next_number(&streams[i]);
}

/* Play the rounds from `first` to `last`; each that was played has its row in the columns, which begin with round 1,
   and 1 in `done`. `declined` counts the others by their reason. Returns 0, or -1 where there is no memory. */
int32_t play_rounds(const Table *table, const Knobs *knobs, const Machines *machines, int32_t first, int32_t last,
                    int32_t *const columns[], uint8_t *done, int32_t *declined) {
    Round *round = calloc(1, sizeof(Round));
    if (!round) return -1;
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
            sizes[i] = snprintf(texts[i], TEXT_MAX, "eleusis/%s/lab/%d", table->seed, (block + i - 1) / table->game + 1);
        draw_firsts(round->beginning, texts, sizes, count, numbers);
        for (int i = 0; i < count; i++) seeds[i] = (long long)(numbers[i] * 281474976710656.0); /* 2^48 */
        if (table->rules > 1) {
            for (int i = 0; i < count; i++)
                sizes[i] = snprintf(texts[i], TEXT_MAX, "eleusis/%lld/rule/%d", seeds[i], (block + i - 1) % table->game + 1);
            draw_firsts(round->beginning, texts, sizes, count, numbers);
            for (int i = 0; i < count; i++) rules[i] = (int)(numbers[i] * table->rules);
        }
        for (int i = 0; i < count; i++) {
            if (done[block + i - 1]) continue;
            begin(round, block + i, seeds[i], rules[i]);
            deal(round);
            if (!round->declined) play_out(round);
            declined[round->declined]++;
            if (round->declined) continue;
            write_row(round, columns, block + i - 1);
            done[block + i - 1] = 1;
        }
    }
    free(round);
    return 0;
}
