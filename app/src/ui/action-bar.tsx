import { View } from '@tarojs/components'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './action-bar.module.scss'
import { classNames } from './class-names'
import { confirm } from './confirm'
import { semantics } from './semantics'

type Props = {
  /** At the left: the amount, or the choice and its price. Screen readers announce changes. */
  children?: ReactNode
  /** One button at the right, or a plain and a filled one if both are real choices. */
  actions: ReactNode
  /** What came while the page is looked at. It lies above the bar, and moves nothing. Screen readers announce it. */
  news?: ReactNode
  /** Set on the five tab pages, where the tab bar below already leaves the safe area. */
  overTabBar?: boolean
}

/** The bar at the foot of a page, 64 px high; it must be the last part of the page. */
export function ActionBar({ children, actions, news, overTabBar }: Props) {
  return (
    <>
      {news && <View className={styles.room} />}
      <View className={classNames(styles.bar, !overTabBar && styles.safe)}>
        {news !== undefined && (
          <View className={styles.news} {...semantics({ live: 'polite' })}>
            {news}
          </View>
        )}
        {children !== undefined && (
          <View className={styles.left} {...semantics({ live: 'polite' })}>
            {children}
          </View>
        )}
        <View className={classNames(styles.actions, children === undefined && styles.wide)}>{actions}</View>
      </View>
    </>
  )
}

type Turns<Key extends string> = {
  /** The main button of the bar, as it is now. */
  main: Key | undefined
  /** For what acts at once: the main buttons that mean something else, and whose place it may take. */
  after: Partial<Record<Key, readonly Key[]>>
}

/**
 * Returns how a button is pressed. One that has taken the place of another while the page was looked at asks first:
 * the finger may have been on its way to the other one.
 */
export function useTurnedBar<Key extends string>({ main, after }: Turns<Key>) {
  const stood = useRef(new Set<Key>())
  useEffect(() => {
    if (main !== undefined) stood.current.add(main)
  }, [main])
  return (key: Key, text: string, act: () => unknown) => {
    if (!after[key]?.some((other) => stood.current.has(other))) return act()
    return confirm({ title: `${text}？`, line: '刚有变化，这里换了按钮', confirmText: text }, async () => act())
  }
}
