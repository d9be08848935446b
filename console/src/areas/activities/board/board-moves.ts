import {
  type ClientRect,
  type CollisionDetection,
  closestCenter,
  type KeyboardCoordinateGetter,
  pointerWithin,
} from '@dnd-kit/core'
import {
  BOARD_COLUMN_NAMES,
  BOARD_COLUMNS,
  type BoardColumn,
  type MoveRefusal,
} from '@paidang/domain/areas/activities/stringing/board'

/** Why a card stays where it was dropped, for the user; undefined for a card put back. */
export function moveText(refusal: MoveRefusal, from: BoardColumn): string | undefined {
  const next = BOARD_COLUMNS[BOARD_COLUMNS.indexOf(from) + 1]
  switch (refusal) {
    case 'same':
      return undefined
    case 'apart':
      return '待退还的球拍不再穿线，退还请按卡片上的「退还」'
    case 'backwards':
      return '订单只能往前走，不能退回上一步'
    case 'skips':
      return `「${BOARD_COLUMN_NAMES[from]}」的下一步是「${next && BOARD_COLUMN_NAMES[next]}」，不能跳过`
  }
}

/** A card is over the column under the pointer; with the keyboard over the nearest one. */
export const overColumn: CollisionDetection = (at) => (at.pointerCoordinates ? pointerWithin(at) : closestCenter(at))

/** The arrow keys move a card from column to column, instead of by pixels. */
export const byColumns: KeyboardCoordinateGetter = (event, { context: { droppableRects, over, collisionRect } }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.code]
  if (step === undefined) return undefined
  event.preventDefault()
  const column = BOARD_COLUMNS[BOARD_COLUMNS.indexOf(over?.id as BoardColumn) + step]
  const rect: ClientRect | undefined = column && droppableRects.get(column)
  if (!rect || !collisionRect) return undefined
  // Aligned to the middle of the column, by which the nearest one is found.
  return {
    x: rect.left + (rect.width - collisionRect.width) / 2,
    y: rect.top + (rect.height - collisionRect.height) / 2,
  }
}
