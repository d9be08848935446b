import { CustomWrapper, ScrollView, Text, View } from '@tarojs/components'
import { memo, useRef, useState } from 'react'
import { classNames } from '../../../ui/class-names'
import { Icon } from '../../../ui/icon'
import { pressable, semantics } from '../../../ui/semantics'
import styles from './court-grid.module.scss'
import { type GridAction, type GridPlace, placeOf, placeText } from './grid-keys'
import { type CellLook, isChosen, type RowLook } from './grid-look'
import { type GridTarget, gridKeyboard, useGridScroll } from './parts/grid-moves'

type Props = {
  courts: readonly { courtCode: string; name: string; surface: string }[]
  rows: readonly RowLook[]
  /** The end of the last row, HH:MM. */
  endTime: string
  /** The name of the grid for screen readers. */
  label: string
  onPress: (place: GridPlace) => void
  /** Shift and an arrow key. */
  onExtend: (from: GridPlace, to: GridPlace) => void
  /** Shift and a press: from the cell that was pressed last. */
  onFill?: (from: GridPlace, to: GridPlace) => void
  /** A press on the name of a court. */
  onCourt?: (column: number) => void
  /** Esc. */
  onClear: () => void
  /** Called once after a drag, when a finger has moved the grid. */
  onDragged?: () => void
  /** The cell to bring into view. Each new object scrolls again. */
  target?: GridTarget
}

/** A finger that moved this far was dragging. */
const DRAG_PX = 10

/**
 * The court grid: courts across, half-hours down, in one scroll container with a sticky head and sticky times. It fills
 * its parent, which needs `position: relative` and a height. One press handler serves all cells: each carries its place
 * in `data-i`. Source: decision "Court grid"
 */
export function CourtGrid(props: Props) {
  const { courts, rows, endTime, label, onPress, onExtend, onFill, onCourt, onClear, onDragged, target } = props
  const [focused, setFocused] = useState<GridPlace>()
  const touchedAt = useRef<{ x: number; y: number }>()
  const scroll = useGridScroll(target)
  const size = { rows: rows.length, columns: courts.length }
  const at = stopOf(rows, focused, target)

  const press = (place: GridPlace) => {
    setFocused(place)
    onPress(place)
  }
  const onAction = (action: GridAction, from: GridPlace) => {
    if (action.kind === 'press') return press(from)
    if (action.kind === 'clear') return onClear()
    setFocused(action.to)
    if (action.kind === 'extend') onExtend(from, action.to)
  }
  return (
    <CustomWrapper>
      <ScrollView
        className={styles.scroll}
        scrollX
        scrollY
        enhanced
        bounces={false}
        showScrollbar={false}
        {...scroll}
        onTouchStart={(event) => {
          touchedAt.current = pointOf(event)
        }}
        onTouchEnd={(event) => {
          if (onDragged && distance(touchedAt.current, pointOf(event)) > DRAG_PX) onDragged()
        }}
      >
        <View
          className={styles.grid}
          style={{ '--courts': courts.length } as Record<string, unknown>}
          onClick={(event) => {
            const place = placeOf((event.target as { dataset?: { i?: string } }).dataset?.i)
            if (!place) return
            if (onFill && focused && (event as { shiftKey?: boolean }).shiftKey) {
              setFocused(place)
              onFill(focused, place)
            } else press(place)
          }}
          {...semantics({ role: 'grid', label })}
          {...gridKeyboard({ at, size, onAction })}
        >
          <GridHead courts={courts} onCourt={onCourt} />
          {rows.map((row, index) => (
            <GridRow key={row.timeIndex} row={row} index={index} tabColumn={at.row === index ? at.column : undefined} />
          ))}
          <View className={styles.last} {...semantics({ hidden: true })}>
            <View className={styles.time}>
              <Text className={styles.timeText}>{endTime}</Text>
            </View>
          </View>
        </View>
      </ScrollView>
    </CustomWrapper>
  )
}

const GridHead = memo(function GridHead({ courts, onCourt }: Pick<Props, 'courts' | 'onCourt'>) {
  return (
    <View className={styles.head} data-head="true" {...semantics({ role: 'row' })}>
      <View
        className={classNames(styles.corner, 'centre faint')}
        data-times="true"
        {...semantics({ role: 'columnheader' })}
      >
        <Icon name="clock" size={14} label="时间" />
      </View>
      {courts.map(({ courtCode, name, surface }, column) => (
        <View key={courtCode} className={styles.court} {...semantics({ role: 'columnheader' })}>
          <View
            className={classNames(styles.courtText, 'col-0 fill', onCourt && styles.pressableCourt)}
            {...(onCourt ? pressable({ label: `${name} 整列`, onPress: () => onCourt(column) }) : {})}
          >
            <Text className={styles.courtName}>{name}</Text>
            <Text className={styles.surface}>{surface}</Text>
          </View>
        </View>
      ))}
    </View>
  )
})

/** Returns the one cell in the tab order. It is the last focused cell, else a chosen one, else the first useful one. */
function stopOf(rows: readonly RowLook[], focused: GridPlace | undefined, target: GridTarget | undefined): GridPlace {
  if (focused && focused.row < rows.length) return focused
  const row = rows.findIndex(({ cells }) => cells.some(({ look }) => isChosen(look)))
  if (row >= 0) {
    const column = rows[row]?.cells.findIndex(({ look }) => isChosen(look)) ?? 0
    return { row, column }
  }
  return target && target.row < rows.length ? target : { row: 0, column: 0 }
}

type Touched = { changedTouches?: ArrayLike<{ clientX: number; clientY: number }> }

function pointOf(event: unknown): { x: number; y: number } | undefined {
  const touch = (event as Touched).changedTouches?.[0]
  return touch && { x: touch.clientX, y: touch.clientY }
}

function distance(from: { x: number; y: number } | undefined, to: { x: number; y: number } | undefined): number {
  return from && to ? Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y)) : 0
}

type GridRowProps = {
  row: RowLook
  index: number
  /** The column that is in the tab order, if this is its row. */
  tabColumn: number | undefined
}

/** One half-hour across all courts. It renders again only when its look changes: a press changes one row. */
const GridRow = memo(
  function GridRow({ row, index, tabColumn }: GridRowProps) {
    const tabIndexOf = (isStop: boolean) => (isStop ? 0 : -1)
    return (
      <View className={styles.row} data-row={index} {...semantics({ role: 'row' })}>
        <View className={styles.time} {...semantics({ role: 'rowheader' })}>
          <Text className={styles.timeText}>{row.time}</Text>
        </View>
        {row.band ? (
          <View
            className={classNames(styles.band, classOf(row.band))}
            data-i={placeText({ row: index, column: 0 })}
            {...semantics({ role: 'gridcell', label: row.band.label, tabIndex: tabIndexOf(tabColumn !== undefined) })}
          >
            {row.band.word !== '' && (
              <Text className={styles.bandWord} data-i={placeText({ row: index, column: 0 })}>
                {row.band.word}
              </Text>
            )}
          </View>
        ) : (
          row.cells.map((cell, column) => (
            <View
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its court; courts keep their order within a venue.
              key={column}
              className={classOf(cell)}
              data-i={placeText({ row: index, column })}
              {...semantics({
                role: 'gridcell',
                label: cell.label,
                selected: isChosen(cell.look),
                tabIndex: tabIndexOf(tabColumn === column),
              })}
            >
              {cell.word}
            </View>
          ))
        )}
      </View>
    )
  },
  (before, after) =>
    before.row.signature === after.row.signature &&
    before.index === after.index &&
    before.tabColumn === after.tabColumn,
)

function classOf({ look, word, joinsAbove, joinsBelow }: CellLook): string {
  return classNames(
    styles.cell,
    styles[look],
    word !== '' && styles.worded,
    joinsAbove && styles.up,
    joinsBelow && styles.down,
  )
}
