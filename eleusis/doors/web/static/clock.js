/**
 * The turn clock: the seconds that are left, counted down here from what the table said was left.
 */

/** Shows in `element` how long the seat to act has left; nothing where there is no clock. */
export class Clock {
  constructor(element) {
    this.element = element;
    this.until = null;
  }

  /**
   * Takes what the table said of its clock, and when that was `heard` by this page's own time. The table tells what is
   * left, so clocks that differ don't matter.
   */
  set({ clock, clock_left: left, paused }, heard) {
    const runs = clock !== null && left !== null && left !== undefined && !paused;
    this.until = runs ? heard + left * 1000 : null;
    clearInterval(this.timer);
    if (runs) this.timer = setInterval(() => this.draw(), 500);
    this.draw();
  }

  stop() {
    clearInterval(this.timer);
  }

  draw() {
    this.element.hidden = this.until === null;
    if (this.until === null) return;
    const seconds = Math.max(0, Math.ceil((this.until - performance.now()) / 1000));
    this.element.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    this.element.classList.toggle("short", seconds <= 10);
    this.element.setAttribute("aria-label", `${seconds} seconds left`);
  }
}
