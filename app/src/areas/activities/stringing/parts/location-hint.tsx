import { View } from '@tarojs/components'
import type { useNearPoint } from '../../../../platform/near-point'
import { Button } from '../../../../ui/button'
import { Notice } from '../../../../ui/notice'
import styles from './location-hint.module.scss'

/** Asks for the reader's location until it is known. */
export function LocationHint({ near: { point, isLocating, findOut } }: { near: ReturnType<typeof useNearPoint> }) {
  if (point) return null
  return (
    <View className={styles.hint}>
      <Notice
        tone="info"
        icon="pin"
        tail={
          <Button kind="plain" size="s" busy={isLocating} onPress={findOut}>
            开启定位
          </Button>
        }
      >
        开启定位，看附近商家
      </Notice>
    </View>
  )
}
