/** How large the cards of a layout can be drawn, reckoned from what lies where. */

/** How wide a card may be, in pixels. */
const WIDTHS = [
  464, 400, 344, 296, 256, 220, 190, 164, 142, 124, 110, 96, 84, 74, 66, 58, 52, 46, 43, 40, 37, 34, 32, 30, 28, 26,
];

/** On a projector, where a mainline is to use the width of the wall, in finer steps. */
const FROM_AFAR = Array.from({ length: 145 }, (_, step) => Math.round(WIDTHS[0] * 0.98 ** step));

/** The first cards on an empty table are no larger than this part of its width and of its height; on a projector, than that. */
const [PART_OF_WIDTH, PART_OF_HEIGHT, LEAST_AT_FIRST] = [1 / 8, 1 / 3.6, 96];
const PART_FROM_AFAR = 1 / 2.4;

/** In parts of a card's width, as board.css has them. */
const [HIGH, STEP, GAP, BELOW, APART, BAND, CAPTION] = [1.4, 0.52, 0.24, 0.16, 0.1, 0.4, 1.1];

/** Cards get as small as this, on a projector as that; where not all are in sight then, one scrolls. */
const [LEAST, LEAST_FROM_AFAR] = [26, 34];

/** More than one band is worth its while where cards get so many times larger in bands; on a projector, so many times. */
const [WORTH, WORTH_FROM_AFAR] = [1.5, 1.15];

/** So many cards a pile has before it goes on beside itself: each shows its rank and suit. */
const HIGHEST = 6;

/**
 * How wide a card of a layout is in a room of `width` by `height` pixels, with `waiting` cards at its end: as wide as it
 * can be with all in sight. Where a row is full, the mainline goes on in a new one below it.
 */
export function measure(layout, { width, height, waiting, spectator }) {
  const columns = columnsOf(layout, waiting);
  const most = Math.max(
    LEAST_AT_FIRST,
    spectator ? height * PART_FROM_AFAR : Math.min(width * PART_OF_WIDTH, height * PART_OF_HEIGHT),
  );
  const least = spectator ? LEAST_FROM_AFAR : LEAST;
  const widest = (fits) =>
    (spectator ? FROM_AFAR : WIDTHS).find(
      (card) => card <= least || (card <= most && fits(columns, card, width, height)),
    );
  const [row, banded] = [widest(fitsInRow), widest(fitsInBands)];
  return row * (spectator ? WORTH_FROM_AFAR : WORTH) < banded || !fitsInRow(columns, row, width, height)
    ? banded
    : row;
}

/** Whether all of a layout is in sight with cards so wide; `ahead` cards' places are taken before it. */
export function fits(layout, card, { width, height, ahead = 0 }) {
  return fitsInBands([...Array(ahead).fill(ALONE), ...columnsOf(layout, 0)], card, width, height);
}

/** A card with nothing below it. */
const ALONE = { high: HIGH, wide: 1 };

/** How high each column is, in parts of a card's width, and how many cards wide. */
function columnsOf({ mainline, sidelines, before }, waiting) {
  const column = (plays) => {
    const piles = pilesOf(plays);
    return piles.length ? { high: HIGH + BELOW + Math.max(...piles.map(pile)), wide: piles.length } : ALONE;
  };
  const early = before.length ? [column(before)] : [];
  return [
    ...early,
    ...mainline.map((_, i) => column(sidelines[i])),
    ...Array(waiting).fill({ ...ALONE, high: HIGH + CAPTION }),
  ];
}

/** The piles in which the wrong plays after one card lie side by side. */
export function pilesOf(plays) {
  const piles = [];
  for (const play of plays) {
    const last = piles.at(-1);
    if (last && last.flat().length + play.length <= HIGHEST) last.push(play);
    else piles.push([play]);
  }
  return piles;
}

function pile(plays) {
  return HIGH + (plays.flat().length - 1) * STEP + (plays.length - 1) * APART;
}

const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

function fitsInRow(columns, card, width, height) {
  const long = (1 + GAP) * sum(columns.map(({ wide }) => wide)) - GAP;
  return long * card <= width && Math.max(...columns.map(({ high }) => high)) * card <= height;
}

function fitsInBands(columns, card, width, height) {
  const inBand = Math.floor((width + GAP * card) / ((1 + GAP) * card));
  if (columns.some(({ wide }) => wide > inBand)) return false;
  const bands = [];
  let room = 0;
  for (const { high, wide } of columns) {
    if (wide > room) {
      bands.push(0);
      room = inBand;
    }
    room -= wide;
    bands.push(Math.max(bands.pop(), high));
  }
  return (sum(bands) + (bands.length - 1) * BAND) * card <= height;
}
