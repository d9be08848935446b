import { View } from '@tarojs/components'
import { memo } from 'react'
import { classNames } from '../../../ui/class-names'
import { semantics } from '../../../ui/semantics'
import styles from './court-grid.module.scss'
import { isShut, type LegendLook } from './grid-look'

const NAMES: Record<LegendLook, string> = {
  available: '可约',
  selected: '已选',
  mine: '我的约课',
  coachBusy: '教练有课',
  courtBusy: '已被订',
  coachOff: '教练休息',
  courtOff: '场地停用',
  venueClosed: '场馆闭馆',
  conflict: '冲突已选',
  locking: '将锁定',
  shut: '已锁定',
  opening: '将开放',
}

type Props = {
  looks: readonly LegendLook[]
  /** Wraps to several lines instead of scrolling sideways. */
  wraps?: boolean
  /** Texts that replace the default ones. */
  names?: Partial<Record<LegendLook, string>>
}

/** The legend of the court grid. */
export const Legend = memo(
  function Legend({ looks, wraps, names }: Props) {
    return (
      <View
        className={classNames(styles.legend, 'in-0-0 muted', wraps ? styles.wrapped : styles.scrolling)}
        // A line that scrolls needs to be reachable by keyboard.
        {...semantics({ role: 'list', label: '图例', tabIndex: wraps ? undefined : 0 })}
      >
        {looks.map((look) => (
          <View key={look} className="row-4 keep" {...semantics({ role: 'listitem' })}>
            <View
              className={classNames(
                styles.cell,
                styles[look],
                styles.swatch,
                (isShut(look) || look === 'shut') && styles.locked,
                look === 'mine' && styles.played,
              )}
              {...semantics({ hidden: true })}
            />
            {names?.[look] ?? NAMES[look]}
          </View>
        ))}
      </View>
    )
  },
  (before, after) =>
    before.wraps === after.wraps && before.names === after.names && before.looks.join() === after.looks.join(),
)
