import type { GridDeed, GridPlace, GridSize } from '../grid-keys'

/** Where the focus was last, how large the grid is, and who does what a key asks for at a place. */
export type GridKeyboard = { at: GridPlace; size: GridSize; onDeed: (deed: GridDeed, from: GridPlace) => void }

/** A cell to bring into view; a new object asks anew, even for the same cell. */
export type GridTarget = { row: number; column: number }
