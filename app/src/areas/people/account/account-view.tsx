import type { Account } from '@paidang/api/areas/desks/accounts'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { closeAccountPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { HAS_WECHAT } from '../../../platform/wechat-code'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { confirm } from '../../../ui/confirm'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { momentText } from '../../../ui/time-format'
import { useFeature } from '../../ground/features/features-data'
import {
  type ShownDevice,
  useAccount,
  useBindWechat,
  useDevices,
  useExportOwnData,
  useLogOutDevice,
} from './account-data'
import styles from './account-view.module.scss'
import { BindPhone, useCanProvePhone } from './bind-phone'
import { type PasswordKind, PasswordSheet } from './parts/password-sheet'

/** 账号与安全: log-in methods, devices, data export, and closing the account. */
export function AccountView() {
  const isLoggedIn = useUserId() !== null
  return <Page title="账号与安全">{isLoggedIn ? <Loaded /> : <SignedOut />}</Page>
}

function Loaded() {
  const { data, cause, isPending, isFetching, refetch } = useAccount()
  const showsSkeleton = useSkeleton(isPending)
  if (showsSkeleton) return <AccountSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="账号信息没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  }
  return (
    <CardStack>
      <WaysIn account={data} />
      <Card flush>
        <CardHead title="登录设备" inset />
        <Devices />
      </Card>
      <OwnData />
    </CardStack>
  )
}

const PASSWORD_CELLS: Record<Exclude<PasswordKind, 'WECHAT'>, { title: string; note?: string }> = {
  FIRST: { title: '设置密码', note: '设置后可以在网页上登录' },
  OWN: { title: '设置新密码', note: '一次性密码已经用过，退出后不能再用它登录' },
  OTHER: { title: '修改密码' },
}

function WaysIn({ account }: { account: Account }) {
  const { username, phone, phoneVerified, hasWechat, passwordUsedUp } = account
  // A user who came in by a one-time password is led here, and may postpone the change.
  const [setsPassword, setSetsPassword] = useState(passwordUsedUp)
  const bind = useBindWechat()
  const isOn = useFeature('wechat')
  const canProve = useCanProvePhone()
  const kind = username === null ? 'FIRST' : passwordUsedUp ? 'OWN' : 'OTHER'
  return (
    <Card flush>
      <Cell icon="person" title="用户名" value={username ?? '未设置'} />
      <Cell
        icon="phone"
        title="手机号"
        note={isOn && !canProve ? phoneNote(account) : undefined}
        value={phone === null ? '未绑定' : <NumberOf phone={phone} isVerified={phoneVerified} />}
        tail={canProve && !phoneVerified ? <BindPhone /> : undefined}
      />
      {isOn && (
        <Cell
          icon="message"
          title="微信"
          note={!hasWechat && !HAS_WECHAT ? '在微信小程序里登录这个账号后可以绑定' : undefined}
          value={hasWechat ? '已绑定' : HAS_WECHAT ? undefined : '未绑定'}
          tail={
            !hasWechat && HAS_WECHAT ? (
              <Button size="m" kind="ghost" busy={bind.isPending} onPress={() => bind.act(undefined)}>
                绑定微信
              </Button>
            ) : undefined
          }
        />
      )}
      <Cell
        icon="lock"
        title={PASSWORD_CELLS[kind].title}
        note={PASSWORD_CELLS[kind].note}
        tail={kind === 'OWN' ? <Tag kind="wait">待设置</Tag> : undefined}
        onPress={() => setSetsPassword(true)}
      />
      {setsPassword && (
        <PasswordSheet
          open
          kind={kind}
          canUseWechat={isOn === true && HAS_WECHAT && hasWechat}
          onClose={() => setSetsPassword(false)}
        />
      )}
    </Card>
  )
}

function NumberOf({ phone, isVerified }: { phone: string; isVerified: boolean }) {
  return (
    <View className="wrap-8">
      {phone}
      {isVerified ? <Tag kind="ok">已验证</Tag> : <Tag kind="wait">未验证</Tag>}
    </View>
  )
}

/** A hint about the number, for the cases in which this page cannot change it. */
function phoneNote({ phone, phoneVerified }: Account): string | undefined {
  if (phoneVerified || HAS_WECHAT) return undefined
  return phone === null ? '在微信小程序里可绑定手机号' : '在微信小程序里可验证手机号'
}

function OwnData() {
  const exporting = useExportOwnData()
  return (
    <Card flush>
      <Cell
        icon="document"
        title="导出我的数据"
        note={exporting.isPending ? '正在准备' : '资料、课程、球局和订单，存成一个文件'}
        disabled={exporting.isPending}
        onPress={() => exporting.act(undefined)}
      />
      <Cell icon="close" title="注销账号" danger onPress={() => goTo(closeAccountPath())} />
    </Card>
  )
}

function AccountSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={224} radius={16} />
        <Skeleton height={168} radius={16} />
        <Skeleton height={104} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}

/** Lists the devices with a session. Any device other than this one can be logged out here. */
function Devices() {
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
        <View className="wrap-8">
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
