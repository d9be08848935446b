import { View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { useMemo } from 'react'
import { back as goBack } from '../platform/navigate'
import { isSinglePage } from '../platform/single-page'
import { classNames } from './class-names'
import { Icon } from './icon'
import styles from './nav-bar.module.scss'
import type { NavBarProps } from './nav-bar-types'
import { pressable, semantics } from './semantics'

/**
 * The bar of a page that has switched WeChat's own off. It leaves the status bar above and the capsule at the right
 * free. A page opened from the timeline shows WeChat's own bar anyway.
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
        // The same padding at the left, so that the title is centred on the phone.
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

/** In px of the phone: the height of the status bar, the capsule's row, and its width at the right. */
function roomOfSystem() {
  const { statusBarHeight = 20, windowWidth } = Taro.getWindowInfo()
  const capsule = Taro.getMenuButtonBoundingClientRect()
  const gap = Math.max(0, capsule.top - statusBarHeight)
  return { top: statusBarHeight, height: capsule.height + gap * 2, right: windowWidth - capsule.left }
}
