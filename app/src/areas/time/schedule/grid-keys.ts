/** A place in the court grid, both from 0: the row of a half-hour, the column of a court. */
export type GridPlace = { row: number; column: number }

/** The number of rows and columns. */
export type GridSize = { rows: number; columns: number }

/** What a key does in the grid. */
export type GridAction =
  | { kind: 'move'; to: GridPlace }
  /** Moves, and adds the cell moved to, or removes the one left. */
  | { kind: 'extend'; to: GridPlace }
  | { kind: 'press' }
  | { kind: 'clear' }

const STEPS: Record<string, GridPlace> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/**
 * Returns what a key does at a place. Arrows move by one cell and stop at the edges; with Shift they extend. Home and
 * End go to the ends of the row. Space and Enter press, Esc clears. Undefined for every other key. Source: decision
 * "Court grid", keyboard.
 */
export function actionOfKey(key: string, hasShift: boolean, at: GridPlace, size: GridSize): GridAction | undefined {
  const step = STEPS[key]
  if (step) {
    const to = {
      row: within(at.row + step.row, size.rows),
      column: within(at.column + step.column, size.columns),
    }
    const isStill = to.row === at.row && to.column === at.column
    return { kind: hasShift && !isStill ? 'extend' : 'move', to }
  }
  if (key === 'Home') return { kind: 'move', to: { row: at.row, column: 0 } }
  if (key === 'End') return { kind: 'move', to: { row: at.row, column: Math.max(0, size.columns - 1) } }
  if (key === ' ' || key === 'Enter') return { kind: 'press' }
  if (key === 'Escape') return { kind: 'clear' }
  return undefined
}

/** Formats a place for `data-i` of a cell, so that one handler serves all cells. */
export function placeText({ row, column }: GridPlace): string {
  return `${row}:${column}`
}

/** Parses the place in `data-i`; undefined for any other text. */
export function placeOf(text: unknown): GridPlace | undefined {
  const parts = /^(\d+):(\d+)$/.exec(String(text))
  return parts ? { row: Number(parts[1]), column: Number(parts[2]) } : undefined
}

function within(index: number, length: number): number {
  return Math.min(Math.max(0, index), Math.max(0, length - 1))
}
