import { View } from '@tarojs/components'
import { Children, Fragment, type ReactNode } from 'react'
import styles from './dot.module.scss'
import { semantics } from './semantics'

/** The dot between two facts; hidden from screen readers. */
export function Dot() {
  return <View className={styles.dot} {...semantics({ hidden: true })} />
}

/** Facts in one line, separated by dots; empty ones are left out. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <>
      {factsIn(children).map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have no identity but their place in the line.
        <Fragment key={at}>
          {at > 0 && <Dot />}
          {fact}
        </Fragment>
      ))}
    </>
  )
}

/** Facts of which each stays whole where it can. A dot stands only between two facts of one line, never at its end. */
export function WrappedFacts({ children }: { children: ReactNode }) {
  return (
    <View className={styles.wrapped}>
      <View className={styles.lines}>
        {factsIn(children).map((fact, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts have no identity but their place in the line.
          <View key={at} className={styles.fact}>
            {fact}
          </View>
        ))}
      </View>
    </View>
  )
}

/** The facts without the empty ones. In an array, text and numbers each get a key. */
function factsIn(children: ReactNode) {
  return Children.toArray(children).filter((fact) => fact !== '')
}
