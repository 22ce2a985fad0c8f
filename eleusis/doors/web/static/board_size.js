/** How large the cards of a layout can be drawn, reckoned from what lies where. */

/** How wide a card may be, in pixels. */
const WIDTHS = [464, 400, 344, 296, 256, 220, 190, 164, 142, 124, 110, 96, 84, 74, 66, 58, 52, 46, 40, 34, 30];

/** The first cards on an empty table are no larger than this part of its width and of its height; on a projector, than that. */
const [PART_OF_WIDTH, PART_OF_HEIGHT, LEAST_AT_FIRST] = [1 / 8, 1 / 3.6, 96];
const PART_FROM_AFAR = 1 / 2.4;

/** In parts of a card's width, as board.css has them. */
const [HIGH, STEP, GAP, BELOW, APART, BAND, CAPTION] = [1.4, 0.52, 0.24, 0.16, 0.1, 0.4, 1.1];

/** In bands cards may get as small as this; a row is scrolled before they do, about so many of them in sight. */
const [LEAST, IN_SIGHT] = [34, 6.5];

/** A narrower room than this has no bands unless they are asked for: they would be too short to be read. */
const LEAST_ROOM = 640;

/** In one row if a room is no longer than so many of its cards; else bands give larger ones, sooner on a projector. */
const [LONG, LONG_FROM_AFAR] = [18, 13];

/**
 * How a layout is drawn in a room of `width` by `height` pixels, with `waiting` cards at its end: `{card, bands}`,
 * how wide a card is, and whether the mainline goes on in a new row where one is full.
 *
 * `all` asks for bands, so that everything is in sight; with `spectator` that is so wherever a row is too long.
 * `zoom` goes so many steps smaller (or larger, below 0).
 */
export function measure(layout, { width, height, waiting, all, spectator, zoom }) {
  const columns = heights(layout, waiting);
  const most = Math.max(LEAST_AT_FIRST, spectator ? height * PART_FROM_AFAR : Math.min(width * PART_OF_WIDTH, height * PART_OF_HEIGHT));
  const least = Math.min(66, Math.max(46, width / IN_SIGHT));
  const row = widest(least, (card) => card <= most && fitsInRow(columns, card, width, height));
  const banded = widest(LEAST, (card) => card <= most && fitsInBands(columns, card, width, height));
  const longest = spectator ? LONG_FROM_AFAR : LONG;
  const tooLong = columns.length * (1 + GAP) * WIDTHS[row] > width || WIDTHS[row] < width / longest;
  const bands = all || (width >= LEAST_ROOM && tooLong && (spectator || banded <= row));
  const step = Math.max(0, (bands ? banded : row) + zoom);
  return { card: WIDTHS[Math.min(WIDTHS.length - 1, step)], bands };
}

function widest(least, fits) {
  return WIDTHS.findIndex((card) => card <= least || fits(card));
}

/** How high each column is, in parts of a card's width. */
function heights({ mainline, sidelines, before }, waiting) {
  const columns = mainline.map((_, i) => HIGH + (sidelines[i].length ? BELOW + pile(sidelines[i]) : 0));
  const early = before.length ? [HIGH + BELOW + pile(before)] : [];
  return [...early, ...columns, ...Array(waiting).fill(HIGH + CAPTION)];
}

function pile(plays) {
  const cards = plays.reduce((sum, play) => sum + play.length, 0);
  return HIGH + (cards - 1) * STEP + (plays.length - 1) * APART;
}

function fitsInRow(columns, card, width, height) {
  const long = columns.length * (1 + GAP) * card;
  return long <= width && Math.max(...columns) * card <= height;
}

function fitsInBands(columns, card, width, height) {
  const inBand = Math.floor((width + GAP * card) / ((1 + GAP) * card));
  if (inBand < 1) {
    return false;
  }
  let high = 0;
  for (let start = 0; start < columns.length; start += inBand) {
    high += Math.max(...columns.slice(start, start + inBand)) + (start ? BAND : 0);
  }
  return high * card <= height;
}
