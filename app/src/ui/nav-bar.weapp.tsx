import { View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { useMemo } from 'react'
import { back as goBack } from '../platform/navigate'
import { isSinglePage } from '../platform/single-page'
import { classNames } from './class-names'
import { Icon } from './icon'
import styles from './nav-bar.module.scss'
import type { NavBarProps } from './nav-bar-words'
import { pressable, semantics } from './semantics'

/**
 * The bar of a page that has switched WeChat's own off; it keeps clear of the clock above and of the capsule at the right. A page
 * that is opened from the timeline has WeChat's own all the same.
 */
export function NavBar({ title, look, lead, back, custom }: NavBarProps) {
  const room = useMemo(roomOfSystem, [])
  if (!custom || isSinglePage()) return null
  return (
    <View
      className={classNames(styles.bar, styles[look])}
      style={{
        paddingTop: `${room.top}px`,
        height: `${room.top + room.height}px`,
        paddingRight: `${room.right}px`,
        // As wide at the left: a title stands in the middle of the phone.
        paddingLeft: lead === undefined ? `${room.right}px` : undefined,
      }}
    >
      {back && (
        <View
          className={styles.back}
          style={{ top: `${room.top}px` }}
          {...pressable({ onPress: goBack, label: '返回' })}
        >
          <Icon name="back" size={22} />
        </View>
      )}
      {lead !== undefined && <View className={styles.lead}>{lead}</View>}
      {lead === undefined && (
        <View className={styles.title} {...semantics({ role: 'heading' })}>
          {title}
        </View>
      )}
    </View>
  )
}

/** In the phone's own px: the clock's height, the capsule's row, and how much of the right it takes. */
function roomOfSystem() {
  const { statusBarHeight = 20, windowWidth } = Taro.getWindowInfo()
  const capsule = Taro.getMenuButtonBoundingClientRect()
  const gap = Math.max(0, capsule.top - statusBarHeight)
  return { top: statusBarHeight, height: capsule.height + gap * 2, right: windowWidth - capsule.left }
}
