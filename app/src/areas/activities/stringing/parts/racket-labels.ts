import type { Racket } from '@paidang/api/areas/activities/stringing'
import type { StringingOrderSummary } from '@paidang/api/areas/activities/stringing-orders'
import { STRINGING_STATUS_NAMES } from '@paidang/domain/areas/activities/stringing/order-status'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import type { TagKind } from '../../../../ui/tag'

/** Returns the name of a racket: brand and model. */
export function racketName({ brand, model }: Pick<Racket, 'brand' | 'model'>): string {
  return `${brand} ${model}`.trim()
}

/** Returns the known facts of a racket besides its name: 网球, 16×19, 305 g, 编号 A-07. */
export function racketFacts({ sport, pattern, weightGrams, gripSize, code }: Racket): string[] {
  return [
    SPORT_NAMES[sport],
    pattern,
    weightGrams === null ? '' : `${weightGrams} g`,
    gripSize,
    code === '' ? '' : `编号 ${code}`,
  ].filter((fact) => fact !== '')
}

type Wear = NonNullable<Racket['wear']>

/** Hours with at most one decimal. */
const hoursText = (hours: number) => String(Math.round(hours * 10) / 10)

/** Returns the state of a racket's strings as one sentence: 已打 21 小时，建议换线. */
export function wearSentence(wear: Wear | null): string {
  if (wear === null) return '还没有在这里穿过线'
  const { hours, days, lifeHours, isDue } = wear
  // Name the limit that was reached.
  if (isDue) return `${hours >= lifeHours ? `已打 ${hoursText(hours)} 小时` : `穿了 ${days} 天`}，建议换线`
  if (hours > 0) return `已打 ${hoursText(hours)} 小时，还能打`
  return days === 0 ? '今天刚穿好' : `穿好 ${days} 天，还没打过`
}

/** Formats hours and days beside the life of the strings. */
export function wearFacts({ hours, lifeHours, days, lifeDays }: Wear): string[] {
  return [`已打 ${hoursText(hours)} / ${lifeHours} 小时`, `已穿 ${days} / ${lifeDays} 天`]
}

/** Returns the used share of the strings' life, 0 to 1: by hours or days, whichever is higher. */
export function wearShare({ hours, lifeHours, days, lifeDays }: Wear): number {
  return Math.min(1, Math.max(hours / lifeHours, days / lifeDays))
}

/** Returns the racket that the tab shows: a main one that is due, else the first. Main ones come first. */
export function heroRacket(rackets: readonly Racket[]): Racket | undefined {
  return rackets.find(({ isMain, wear }) => isMain && wear?.isDue) ?? rackets[0]
}

const TAGS: Record<StringingOrderSummary['status'], TagKind> = {
  SUBMITTED: 'wait',
  PAID: 'wait',
  RECEIVED: 'info',
  STRINGING: 'info',
  READY: 'ok',
  COMPLETED: 'mute',
  CANCELLED: 'mute',
}

/** Returns text and look of an order's status. */
export function stringingTag({ status }: Pick<StringingOrderSummary, 'status'>): { text: string; kind: TagKind } {
  return { text: STRINGING_STATUS_NAMES[status], kind: TAGS[status] }
}

type Step = Pick<StringingOrderSummary, 'status' | 'merchantName' | 'handIn' | 'totalFen' | 'isInShop'>

/** Returns what happens next with a job, and who does it. */
export function nextStep({ status, merchantName, handIn, totalFen, isInShop }: Step): string {
  const isFetched = handIn === 'COURIER'
  switch (status) {
    case 'SUBMITTED':
      return `待付款 ¥${yuanOf(totalFen)}`
    case 'PAID':
      return isFetched ? `等${merchantName}上门取拍` : `请把球拍送到${merchantName}`
    case 'RECEIVED':
      return `${merchantName}已收拍，排队穿线`
    case 'STRINGING':
      return `${merchantName}正在穿线`
    case 'READY':
      return isFetched ? '穿好了，等待送回' : `穿好了，请到${merchantName}取拍`
    case 'COMPLETED':
      return merchantName
    case 'CANCELLED':
      if (!isInShop) return `${merchantName}，已取消`
      return isFetched ? `已取消，等${merchantName}寄回球拍` : `已取消，请到${merchantName}取回球拍`
  }
}
