import type { StrungPart } from '@paidang/api/areas/stringing'
import type { StringingOrder } from '@paidang/api/areas/stringing-orders'
import { HAND_IN_NAMES, PART_NAMES } from '@paidang/domain/areas/stringing/string-job'
import { kilogramsOf } from '@paidang/domain/areas/stringing/tension'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { threadingDetailPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { callPhone } from '../../../../platform/phone'
import { openPlace, PLACE_ACTION } from '../../../../platform/place'
import { showToast } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { type KeyValue, KeyValues } from '../../../../ui/key-values'
import { semantics } from '../../../../ui/semantics'
import { PendingText } from '../../../ground/content/pending-content'
import { maskedPhone } from '../../../people/addresses/address-format'
import { openingText } from './merchant-labels'
import styles from './order.module.scss'
import { RacketDrawing } from './racket-drawing'
import { Stars } from './stars'
import { whenText } from './stringing-labels'

/** What was ordered: the racket, its two strings, and how to string them. */
export function JobCard({ order, now }: { order: StringingOrder; now: Date }) {
  const { racketName, sport, mains, crosses, preStretch, knots, notes, handIn, address, dueAt, orderNo, trackingNo } =
    order
  const rows: KeyValue[] = [
    { name: PART_NAMES.mains, value: halfText(mains) },
    { name: PART_NAMES.crosses, value: halfText(crosses) },
    { name: '预拉伸', value: preStretch === 0 ? '不拉伸' : `${preStretch}%` },
    { name: '打结', value: `${knots} 结` },
    ...(notes === '' ? [] : [{ name: '备注', value: notes }]),
    { name: '取送方式', value: HAND_IN_NAMES[handIn] },
    ...(address
      ? [{ name: '地址', value: `${address.name} ${maskedPhone(address.phone)} ${address.region} ${address.detail}` }]
      : []),
    ...(trackingNo === '' ? [] : [{ name: '运单号', value: trackingNo }]),
    ...(dueAt === null ? [] : [{ name: '期望取拍', value: `${whenText(new Date(dueAt), now)} 前` }]),
    { name: '订单号', value: orderNo },
  ]
  return (
    <Card>
      <View className={styles.job}>
        <RacketDrawing />
        <View className={styles.jobText}>
          <View className={styles.jobName} {...semantics({ role: 'heading', level: 2 })}>
            {racketName}
          </View>
          <View className={styles.facts}>{SPORT_NAMES[sport]}</View>
        </View>
      </View>
      <KeyValues rows={rows} />
    </Card>
  )
}

/** Formats one half with its tension in both units: ALU Power 1.25，52 lb（23.59 kg）. */
function halfText({ source, name, gauge, tension }: StrungPart): string {
  const string = [source === 'OWN' ? `自带 ${name}` : name, gauge === null ? '' : gauge.toFixed(2)].filter(Boolean)
  return `${string.join(' ')}，${tension} lb（${kilogramsOf(tension)} kg）`
}

/** The shop, with directions and its phone. */
export function ShopCard({ order: { merchant } }: { order: StringingOrder }) {
  const { id, name, phone, address } = merchant
  const open = async () => {
    try {
      if ((await openPlace(merchant)) === 'copied') showToast('地址已复制', { tone: 'done' })
    } catch {
      showToast('打开失败，请重试', { tone: 'failed' })
    }
  }
  return (
    <Card flush>
      <Cell
        icon="venue"
        title={name}
        note={`营业时间 ${openingText(merchant)}`}
        label={`${name}，看商家`}
        onPress={() => goTo(threadingDetailPath(id))}
      />
      <Cell
        icon="pin"
        title={address}
        tail={
          <Button kind="plain" size="s" icon="pin" label={`${PLACE_ACTION} ${name}`} onPress={open}>
            {PLACE_ACTION}
          </Button>
        }
      />
      <Cell icon="phone" title="电话" value={phone} label={`拨打电话 ${phone}`} onPress={() => callPhone(phone)} />
    </Card>
  )
}

/** The player's review of the job; nothing before there is one. */
export function ReviewCard({ order: { review, pending } }: { order: StringingOrder }) {
  if (!review) return null
  return (
    <Card>
      <CardHead title="我的评价" />
      <Stars stars={review.stars} />
      {review.text !== '' && pending.length === 0 && <View className={styles.said}>{review.text}</View>}
      <PendingText kind="review" pending={pending} className={styles.said} />
    </Card>
  )
}
