import { View } from '@tarojs/components'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { confirm } from '../../../../ui/confirm'
import { ErrorBlock } from '../../../../ui/error-block'
import { semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import { momentText } from '../../../../ui/time-format'
import { type ShownDevice, useDevices, useLogOutDevice } from '../account-data'
import styles from './devices.module.scss'

/** Lists the devices with a session. Any device other than this one can be logged out here. */
export function Devices() {
  const { data, cause, isPending, isFetching, refetch } = useDevices()
  const showsSkeleton = useSkeleton(isPending)
  const now = useMinute()
  if (showsSkeleton) {
    return (
      <SkeletonGroup>
        <Skeleton height={64} />
      </SkeletonGroup>
    )
  }
  if (!data) {
    return cause ? (
      <ErrorBlock compact title="登录设备没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
    ) : null
  }
  return (
    <View {...semantics({ role: 'list', label: '登录设备' })}>
      {data.map((device) => (
        <View key={device.id} className={styles.item} {...semantics({ role: 'listitem' })}>
          <DeviceCell device={device} now={now} />
        </View>
      ))}
    </View>
  )
}

const PLATFORMS = { web: '网页', weapp: '微信小程序' } as const

function DeviceCell({ device, now }: { device: ShownDevice; now: Date }) {
  const { id, platform, device: name, lastSeenAt, isThis } = device
  const logOut = useLogOutDevice()
  const ask = async () => {
    const isSure = await confirm({
      title: '退出该设备？',
      line: `${name} 需要重新登录才能使用`,
      confirmText: '退出该设备',
      danger: true,
    })
    if (isSure) logOut.act(id)
  }
  return (
    <Cell
      title={
        <View className={styles.name}>
          {name === '' ? PLATFORMS[platform] : name}
          {isThis && <Tag kind="brand">本机</Tag>}
        </View>
      }
      note={`${PLATFORMS[platform]}，最近使用 ${momentText(lastSeenAt, now)}`}
      tail={
        isThis ? undefined : (
          <Button kind="plain" size="s" busy={logOut.isPending} label={`退出${name}`} onPress={ask}>
            退出
          </Button>
        )
      }
    />
  )
}
