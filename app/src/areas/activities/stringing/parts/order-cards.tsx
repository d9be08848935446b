import type { StrungPart } from '@paidang/api/areas/activities/stringing'
import type { StringingOrder, StringingStep } from '@paidang/api/areas/activities/stringing-orders'
import type { StringingStatus } from '@paidang/domain/areas/activities/stringing/order-status'
import { HAND_IN_NAMES, PART_NAMES } from '@paidang/domain/areas/activities/stringing/string-job'
import { kilogramsOf } from '@paidang/domain/areas/activities/stringing/tension'
import type { OrderMethod } from '@paidang/domain/areas/money/payments/order'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { threadingDetailPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { callPhone } from '../../../../platform/phone'
import { linkedAddress } from '../../../../platform/picture-address'
import { openPlace, PLACE_ACTION } from '../../../../platform/place'
import { showToast } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { Icon, type IconName } from '../../../../ui/icon'
import { type KeyValue, KeyValues } from '../../../../ui/key-values'
import { PictureViewer } from '../../../../ui/picture-viewer'
import { pressable, semantics } from '../../../../ui/semantics'
import { momentText } from '../../../../ui/time-format'
import { type Step, Timeline } from '../../../../ui/timeline'
import { PendingText } from '../../../ground/content/pending-content'
import { maskedPhone } from '../../../people/addresses/address-format'
import { openingText } from './merchant-labels'
import styles from './order.module.scss'
import { RacketDrawing } from './racket-drawing'
import { Stars } from './stars'
import { CANCEL_LABELS, whenText } from './stringing-labels'

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
      <View className="row-16 mb-8">
        <RacketDrawing />
        <View className="grow">
          <View className="t-headline" {...semantics({ role: 'heading', level: 2 })}>
            {racketName}
          </View>
          <View className="t-sub muted">{SPORT_NAMES[sport]}</View>
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

/** 订单进度: what was done and when, with the shop's remarks and photos. Each photo can be opened in full size. */
export function OrderTimeline({ order, now }: { order: StringingOrder; now: Date }) {
  const [at, setAt] = useState<number>()
  const steps = timelineOf(order, now)
  const photos = steps.flatMap(({ text, photos: links }) => links.map((link) => ({ link, label: `${text}照片` })))
  return (
    <Card>
      <CardHead title="订单进度" />
      <Timeline
        steps={steps.map((step) => ({
          ...step,
          remark: <Remark step={step} onLook={(link) => setAt(photos.findIndex((photo) => photo.link === link))} />,
        }))}
      />
      <PictureViewer
        pictures={photos.map(({ link, label }) => ({ address: linkedAddress(link), label }))}
        at={at}
        onChange={setAt}
      />
    </Card>
  )
}

function Remark({ step: { text, remarks, photos }, onLook }: { step: TimelineStep; onLook: (link: string) => void }) {
  return (
    <>
      {remarks.map((remark) => (
        <View key={remark} className="breaks">
          {remark}
        </View>
      ))}
      {photos.length > 0 && (
        <View className="chips-8 mt-8">
          {photos.map((link, index) => (
            <Photo
              // The signature of a link changes with each fetch, the photo does not.
              key={link.split('?')[0]}
              link={link}
              label={`查看${text}照片 ${index + 1}`}
              onPress={() => onLook(link)}
            />
          ))}
        </View>
      )}
    </>
  )
}

function Photo({ link, label, onPress }: { link: string; label: string; onPress: () => void }) {
  const [brokenLink, setBrokenLink] = useState<string>()
  return (
    <View className={styles.photo} {...pressable({ onPress, label })}>
      {link === brokenLink ? (
        <View className={styles.broken}>
          <Icon name="camera" size={24} />
        </View>
      ) : (
        <Image
          className={styles.image}
          src={linkedAddress(link)}
          mode="aspectFill"
          onError={() => setBrokenLink(link)}
        />
      )}
    </View>
  )
}

/** One step of the record, with its remarks and the links of its photos. */
type TimelineStep = Pick<Step, 'key' | 'text' | 'state' | 'icon' | 'time'> & {
  remarks: string[]
  photos: string[]
}

/** The steps of a job, each with the statuses in which it is the current one. */
const COURSE: readonly { text: string; icon: IconName; statuses: readonly StringingStatus[] }[] = [
  { text: '已下单', icon: 'document', statuses: ['SUBMITTED', 'PAID'] },
  { text: '已收拍', icon: 'venue', statuses: ['RECEIVED'] },
  { text: '穿线中', icon: 'racket', statuses: ['STRINGING'] },
  { text: '待取拍', icon: 'verified', statuses: ['READY'] },
  { text: '已完成', icon: 'star', statuses: ['COMPLETED'] },
]

const PAID_BY: Record<OrderMethod, string> = {
  CARD: '储值卡支付',
  WECHAT: '微信支付',
  OFFLINE: '线下付款',
  IN_SHOP: '到店付款',
}

/**
 * Returns the progress of an order: 已下单 → 已收拍 → 穿线中 → 待取拍 → 已完成. Each step has its time, remarks and photos. A
 * cancelled order ends where it was cancelled. If the shop had the racket by then, it ends when the racket is back.
 */
export function timelineOf(order: StringingOrder, now: Date): TimelineStep[] {
  const { status, steps } = order
  const stepsAt = (statuses: readonly StringingStatus[]) => steps.filter((step) => statuses.includes(step.status))
  const reached = COURSE.filter(({ statuses }) => stepsAt(statuses).length > 0).length
  const course = status === 'CANCELLED' ? COURSE.slice(0, reached) : COURSE
  const rows = course.map(({ text, icon, statuses }, at): TimelineStep => {
    const own = stepsAt(statuses)
    const isPresent = statuses.includes(status) && status !== 'COMPLETED'
    return {
      key: text,
      text,
      icon,
      state: isPresent ? 'current' : at < reached ? 'done' : 'todo',
      time: own[0] ? momentText(new Date(own[0].time), now) : expectedAt(order, statuses, now),
      remarks: own.flatMap((step) => remarksOf(step, order)),
      photos: own.flatMap(({ photos }) => photos),
    }
  })
  return status === 'CANCELLED' ? [...rows, ...endOf(order, now)] : rows
}

/** The time that the shop expects is shown at 待取拍, unless the order is cancelled. */
function expectedAt(
  { expectedAt: at, status }: StringingOrder,
  statuses: readonly StringingStatus[],
  now: Date,
): string | undefined {
  if (at === null || !statuses.includes('READY') || status === 'CANCELLED') return undefined
  return `预计 ${whenText(new Date(at), now)}`
}

function remarksOf({ action, remark }: StringingStep, { order, totalFen, trackingNo }: StringingOrder): string[] {
  switch (action) {
    case 'submit':
      return order?.state === 'UNPAID' ? ['等待付款'] : []
    case 'pay':
      return order?.method ? [`${PAID_BY[order.method]} ¥${yuanOf(totalFen)}`] : []
    case 'accept':
      return [remark === '' ? '商家已接单' : `商家已接单：${remark}`]
    case 'receive':
      return remark === '' ? [] : [`检查：${remark}`]
    case 'handOver':
    case 'giveBack':
      return [trackingNo === '' ? '' : `运单号 ${trackingNo}`, remark].filter(Boolean)
    default:
      return remark === '' ? [] : [remark]
  }
}

function endOf(order: StringingOrder, now: Date): TimelineStep[] {
  const { steps, cancelReason, responseTime, isInShop, handIn } = order
  const cancelled = steps.find(({ status }) => status === 'CANCELLED')
  const gone = steps.find(({ action }) => action === 'giveBack' || action === 'lose')
  const why = cancelReason === null ? '' : CANCEL_LABELS[cancelReason]
  const end: TimelineStep = {
    key: '已取消',
    text: '已取消',
    icon: 'close',
    state: isInShop || gone ? 'done' : 'current',
    time: momentText(new Date(cancelled?.time ?? responseTime), now),
    remarks: [why, cancelled?.remark ?? ''].filter(Boolean),
    photos: cancelled?.photos ?? [],
  }
  if (!isInShop && !gone) return [end]
  const waiting = handIn === 'COURIER' ? '商家寄出后会告诉你运单号' : '球拍在店里，凭取拍码取回'
  return [
    end,
    {
      key: '退还球拍',
      text: gone?.action === 'lose' ? '球拍遗失' : '退还球拍',
      icon: 'racket',
      state: 'current',
      time: gone && momentText(new Date(gone.time), now),
      remarks: gone ? remarksOf(gone, order) : [waiting],
      photos: [],
    },
  ]
}
