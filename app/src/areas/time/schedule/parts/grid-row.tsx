import { Text, View } from '@tarojs/components'
import { memo } from 'react'
import { classNames } from '../../../../ui/class-names'
import { semantics } from '../../../../ui/semantics'
import styles from '../court-grid.module.scss'
import { placeText } from '../grid-keys'
import { type CellLook, isChosen, type RowLook } from '../grid-look'

type Props = {
  row: RowLook
  index: number
  /** The column that is in the tab order, if this is its row. */
  tabColumn: number | undefined
}

/** One half-hour across all courts. It renders again only when its look changes: a press changes one row. */
export const GridRow = memo(
  function GridRow({ row, index, tabColumn }: Props) {
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
