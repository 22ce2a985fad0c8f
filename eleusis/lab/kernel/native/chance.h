/* Streams of chance, as eleusis/ground/chance.py has them: Python's `Random(text)`, which is the Mersenne Twister seeded
   by the text and its SHA-512. Draws are the same numbers, in the same order. */

#ifndef ELEUSIS_CHANCE_H
#define ELEUSIS_CHANCE_H

#include <stdint.h>
#include <string.h>

enum { WORDS = 624, SHIFT = 397, TEXT_MAX = 1024, KEY_MAX = (TEXT_MAX + 64) / 4 + 1, LANES = 4 };

typedef struct {
    uint32_t word[WORDS];
    int at;
} Twister;

/* SHA-512 (FIPS 180-4) */

static const uint64_t SHA_K[80] = {
    0x428a2f98d728ae22u, 0x7137449123ef65cdu, 0xb5c0fbcfec4d3b2fu, 0xe9b5dba58189dbbcu, 0x3956c25bf348b538u,
    0x59f111f1b605d019u, 0x923f82a4af194f9bu, 0xab1c5ed5da6d8118u, 0xd807aa98a3030242u, 0x12835b0145706fbeu,
    0x243185be4ee4b28cu, 0x550c7dc3d5ffb4e2u, 0x72be5d74f27b896fu, 0x80deb1fe3b1696b1u, 0x9bdc06a725c71235u,
    0xc19bf174cf692694u, 0xe49b69c19ef14ad2u, 0xefbe4786384f25e3u, 0x0fc19dc68b8cd5b5u, 0x240ca1cc77ac9c65u,
    0x2de92c6f592b0275u, 0x4a7484aa6ea6e483u, 0x5cb0a9dcbd41fbd4u, 0x76f988da831153b5u, 0x983e5152ee66dfabu,
    0xa831c66d2db43210u, 0xb00327c898fb213fu, 0xbf597fc7beef0ee4u, 0xc6e00bf33da88fc2u, 0xd5a79147930aa725u,
    0x06ca6351e003826fu, 0x142929670a0e6e70u, 0x27b70a8546d22ffcu, 0x2e1b21385c26c926u, 0x4d2c6dfc5ac42aedu,
    0x53380d139d95b3dfu, 0x650a73548baf63deu, 0x766a0abb3c77b2a8u, 0x81c2c92e47edaee6u, 0x92722c851482353bu,
    0xa2bfe8a14cf10364u, 0xa81a664bbc423001u, 0xc24b8b70d0f89791u, 0xc76c51a30654be30u, 0xd192e819d6ef5218u,
    0xd69906245565a910u, 0xf40e35855771202au, 0x106aa07032bbd1b8u, 0x19a4c116b8d2d0c8u, 0x1e376c085141ab53u,
    0x2748774cdf8eeb99u, 0x34b0bcb5e19b48a8u, 0x391c0cb3c5c95a63u, 0x4ed8aa4ae3418acbu, 0x5b9cca4f7763e373u,
    0x682e6ff3d6b2b8a3u, 0x748f82ee5defb2fcu, 0x78a5636f43172f60u, 0x84c87814a1f0ab72u, 0x8cc702081a6439ecu,
    0x90befffa23631e28u, 0xa4506cebde82bde9u, 0xbef9a3f7b2c67915u, 0xc67178f2e372532bu, 0xca273eceea26619cu,
    0xd186b8c721c0c207u, 0xeada7dd6cde0eb1eu, 0xf57d4f7fee6ed178u, 0x06f067aa72176fbau, 0x0a637dc5a2c898a6u,
    0x113f9804bef90daeu, 0x1b710b35131c471bu, 0x28db77f523047d84u, 0x32caab7b40c72493u, 0x3c9ebe0a15c9bebcu,
    0x431d67c49c100d4cu, 0x4cc5d4becb3e42b6u, 0x597f299cfc657e2au, 0x5fcb6fab3ad6faecu, 0x6c44198c4a475817u,
};

static uint64_t turn_right(uint64_t x, int n) { return x >> n | x << (64 - n); }

static void add_block(uint64_t h[8], const uint8_t *block) {
    uint64_t w[80];
    for (int i = 0; i < 16; i++) {
        w[i] = 0;
        for (int j = 0; j < 8; j++) w[i] = w[i] << 8 | block[8 * i + j];
    }
    for (int i = 16; i < 80; i++) {
        uint64_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn_right(a, 1) ^ turn_right(a, 8) ^ a >> 7) + w[i - 7]
               + (turn_right(b, 19) ^ turn_right(b, 61) ^ b >> 6);
    }
    uint64_t v[8];
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 80; i++) {
        uint64_t a = v[0], e = v[4];
        uint64_t x = v[7] + (turn_right(e, 14) ^ turn_right(e, 18) ^ turn_right(e, 41)) + ((e & v[5]) ^ (~e & v[6]))
                     + SHA_K[i] + w[i];
        uint64_t y =
            (turn_right(a, 28) ^ turn_right(a, 34) ^ turn_right(a, 39)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        v[7] = v[6], v[6] = v[5], v[5] = e, v[4] = v[3] + x, v[3] = v[2], v[2] = v[1], v[1] = a, v[0] = x + y;
    }
    for (int i = 0; i < 8; i++) h[i] += v[i];
}

static void digest(const uint8_t *text, int size, uint8_t out[64]) {
    uint64_t h[8] = {
        0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
        0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
    };
    int at = 0;
    for (; size - at >= 128; at += 128) add_block(h, text + at);
    uint8_t last[256] = {0};
    int left = size - at, end = left < 112 ? 128 : 256;
    memcpy(last, text + at, (size_t)left);
    last[left] = 0x80;
    for (int i = 0; i < 8; i++) last[end - 1 - i] = (uint8_t)((uint64_t)size * 8 >> 8 * i);
    for (int i = 0; i < end; i += 128) add_block(h, last + i);
    for (int i = 0; i < 64; i++) out[i] = (uint8_t)(h[i / 8] >> 8 * (7 - i % 8));
}

/* The Mersenne Twister (Matsumoto and Nishimura, MT19937 with init_by_array) */

/* The key of a text: the number whose bytes are the text and its digest, in words, the lowest first. */
static int make_key(const char *text, int size, uint32_t key[KEY_MAX]) {
    uint8_t bytes[TEXT_MAX + 64];
    memcpy(bytes, text, (size_t)size);
    digest((const uint8_t *)text, size, bytes + size);
    int total = size + 64, words = (total + 3) / 4;
    for (int i = 0; i < words; i++) {
        key[i] = 0;
        for (int j = 0; j < 4; j++) {
            int from_end = 4 * i + j;
            if (from_end < total) key[i] |= (uint32_t)bytes[total - 1 - from_end] << 8 * j;
        }
    }
    return words;
}

/* What all streams begin with, whatever their key. */
static void write_beginning(uint32_t beginning[WORDS]) {
    beginning[0] = 19650218u;
    for (int i = 1; i < WORDS; i++)
        beginning[i] = 1812433253u * (beginning[i - 1] ^ beginning[i - 1] >> 30) + (uint32_t)i;
}

/* Four at once: each step waits for the one before it, so four lanes side by side take hardly longer than one. */
static void seed_lanes(const uint32_t beginning[WORDS], Twister *const twisters[LANES],
                       uint32_t keys[LANES][KEY_MAX], const int sizes[LANES]) {
    uint32_t *const w0 = twisters[0]->word, *const w1 = twisters[1]->word, *const w2 = twisters[2]->word,
                    *const w3 = twisters[3]->word;
    uint32_t a = beginning[0], b = a, c = a, d = a;
    int at[LANES] = {0};
    for (int k = 0; k < LANES; k++)
        for (int j = 0; j < sizes[k]; j++) keys[k][j] += (uint32_t)j;

#define MIX(x, factor) ((x ^ x >> 30) * factor)
#define NEXT_KEY(k) (at[k] = at[k] == sizes[k] ? 0 : at[k], keys[k][at[k]++])
#define STEP_UP(i, f0, f1, f2, f3)                       \
    w0[i] = a = ((f0) ^ MIX(a, 1664525u)) + NEXT_KEY(0); \
    w1[i] = b = ((f1) ^ MIX(b, 1664525u)) + NEXT_KEY(1); \
    w2[i] = c = ((f2) ^ MIX(c, 1664525u)) + NEXT_KEY(2); \
    w3[i] = d = ((f3) ^ MIX(d, 1664525u)) + NEXT_KEY(3);
#define STEP_DOWN(i)                                           \
    w0[i] = a = (w0[i] ^ MIX(a, 1566083941u)) - (uint32_t)(i); \
    w1[i] = b = (w1[i] ^ MIX(b, 1566083941u)) - (uint32_t)(i); \
    w2[i] = c = (w2[i] ^ MIX(c, 1566083941u)) - (uint32_t)(i); \
    w3[i] = d = (w3[i] ^ MIX(d, 1566083941u)) - (uint32_t)(i);

    /* Keys are shorter than the state: the first pass goes round once, and one step more. */
    for (int i = 1; i < WORDS; i++) {
        uint32_t word = beginning[i];
        STEP_UP(i, word, word, word, word)
    }
    STEP_UP(1, w0[1], w1[1], w2[1], w3[1])
    for (int i = 2; i < WORDS; i++) { STEP_DOWN(i) }
    STEP_DOWN(1)
    for (int k = 0; k < LANES; k++) {
        twisters[k]->word[0] = 0x80000000u;
        twisters[k]->at = 0;
    }
#undef MIX
#undef NEXT_KEY
#undef STEP_UP
#undef STEP_DOWN
}

/* Seed `count` streams, each by its text of so many bytes. */
static void seed_streams(const uint32_t beginning[WORDS], Twister *const streams[], const char *const texts[],
                         const int sizes[], int count) {
    Twister spare;
    uint32_t keys[LANES][KEY_MAX];
    Twister *lanes[LANES];
    int words[LANES];
    for (int first = 0; first < count; first += LANES) {
        for (int k = 0; k < LANES; k++) {
            int j = first + k < count ? first + k : first;
            lanes[k] = first + k < count ? streams[j] : &spare;
            if (first + k < count) {
                words[k] = make_key(texts[j], sizes[j], keys[k]);
            } else { /* a lane without work: any key does */
                words[k] = 1;
                keys[k][0] = 0;
            }
        }
        seed_lanes(beginning, lanes, keys, words);
    }
}

/* The next 32 bits; the state is twisted word by word, since most streams are asked for a few numbers only. */
static uint32_t next_word(Twister *stream) {
    uint32_t *word = stream->word;
    int i = stream->at, after = i + 1 < WORDS ? i + 1 : 0, far = i + SHIFT < WORDS ? i + SHIFT : i + SHIFT - WORDS;
    uint32_t y = (word[i] & 0x80000000u) | (word[after] & 0x7fffffffu);
    y = word[i] = word[far] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0u);
    stream->at = after;
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

/* `random()`: from 0 up to, and without, 1. */
static double next_number(Twister *stream) {
    uint32_t high = next_word(stream) >> 5, low = next_word(stream) >> 6;
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}

/* `chance.below`: from 0 up to, and without, `limit`, by whole bits. */
static int next_below(Twister *stream, int limit) {
    int bits = 0;
    while (limit >> bits) bits++;
    uint32_t number;
    do number = next_word(stream) >> (32 - bits);
    while (number >= (uint32_t)limit);
    return (int)number;
}

/* `chance.shuffle`, in place. */
static void shuffle(uint8_t *cards, int count, Twister *stream) {
    for (int i = count - 1; i > 0; i--) {
        int j = (int)(next_number(stream) * (i + 1));
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

#endif
