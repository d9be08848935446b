import type { GridAction, GridPlace, GridSize } from '../grid-keys'

/** The last focused place, the size of the grid, and the handler for a key's action at a place. */
export type GridKeyboard = { at: GridPlace; size: GridSize; onAction: (action: GridAction, from: GridPlace) => void }

/** A cell to bring into view. A new object scrolls again, even for the same cell. */
export type GridTarget = { row: number; column: number }
