import type { Closing } from '@paidang/api/areas/accounts'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { countUnsettled } from './closing-queries.ts'

type Blocker = Closing['blockers'][number]

/** Lists what prevents closing an account at `now`, in the order of the catalogue. */
export async function findBlockers(db: Database, { userId, now }: { userId: string; now: Date }): Promise<Blocker[]> {
  const left = await countUnsettled(db, { userId, now })
  const known: [number, Blocker][] = [
    [left.cardFen, { kind: 'CARD_BALANCE', text: `储值卡余额 ¥${yuanOf(left.cardFen)}，请先退回或用完` }],
    [left.lessonHours, { kind: 'LESSON_HOURS', text: `还有 ${left.lessonHours} 课时未使用，请先上完或联系教练处理` }],
    [left.classes, { kind: 'CLASSES', text: `有 ${left.classes} 节约课未结束，请先完成或取消` }],
    [left.taughtClasses, { kind: 'STUDENTS_CLASSES', text: `有 ${left.taughtClasses} 节学员的约课未结束` }],
    [left.balls, { kind: 'BALLS', text: `有 ${left.balls} 场球局未结束，请先退出或取消` }],
    [left.lateSeats, { kind: 'LATE_SEATS', text: `退出的 ${left.lateSeats} 场球局可能还会退款，请等球局结束` }],
    [left.orders, { kind: 'ORDERS', text: `有 ${left.orders} 笔订单待支付` }],
    [left.refundFen, { kind: 'REFUNDS', text: `有 ¥${yuanOf(left.refundFen)} 正在退款，请等待到账` }],
    [left.stringing, { kind: 'STRINGING', text: `有 ${left.stringing} 个穿线订单未完成` }],
    [left.shop, { kind: 'SHOP', text: `有 ${left.shop} 个商城订单未完成` }],
    [left.colleagues + left.companyStudents, { kind: 'COMPANY', text: companyText(left) }],
  ]
  return known.filter(([count]) => count > 0).map(([, blocker]) => blocker)
}

function companyText({ colleagues, companyStudents }: { colleagues: number; companyStudents: number }): string {
  const parts = [
    ...(colleagues > 0 ? [`${colleagues} 位教练`] : []),
    ...(companyStudents > 0 ? [`${companyStudents} 位学员的课时`] : []),
  ]
  return `您管理的公司还有 ${parts.join('、')}，请先转让管理员`
}
