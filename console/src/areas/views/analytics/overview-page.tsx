import { type AnalyticsFigures, type AnalyticsOverview, analyticsOverview } from '@paidang/api/areas/views/analytics'
import { attendanceRateOf } from '@paidang/domain/areas/views/analytics/analytics'
import { Skeleton, Typography } from 'antd'
import { useRead } from '../../../platform/queries'
import { money } from '../../../ui/format'
import { Failed, Page } from '../../../ui/page'
import { changeText, type Figure, FigureCard, PeriodPicker, percent, pointsText, usePeriod } from './analytics'

/** 经营概览: the figures of a period compared with the one before, and what the company owes today. */
export function OverviewPage() {
  const { period, setPeriod } = usePeriod()
  const { data, isError, error, isPlaceholderData, refetch } = useRead(analyticsOverview, { query: period })
  return (
    <Page
      title="经营概览"
      about={data ? `与 ${data.before.from} 至 ${data.before.until} 比较` : '与上一段时间比较'}
      actions={<PeriodPicker period={period} onChange={setPeriod} />}
    >
      {isError && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && (
        <>
          <Figures title="本期" figures={figuresOf(data)} isOld={isPlaceholderData} />
          <Figures title={`截至今天（${data.owed.day}）`} figures={owedOf(data)} isOld={isPlaceholderData} />
        </>
      )}
    </Page>
  )
}

function Figures({ title, figures, isOld }: { title: string; figures: readonly Figure[]; isOld: boolean }) {
  return (
    <section aria-label={title} aria-busy={isOld}>
      <Typography.Title level={2} style={{ fontSize: 16, margin: '0 0 12px' }}>
        {title}
      </Typography.Title>
      <div className="figure-grid" style={{ opacity: isOld ? 0.5 : 1 }}>
        {figures.map((figure) => (
          <FigureCard key={figure.name} {...figure} />
        ))}
      </div>
    </section>
  )
}

function figuresOf({ figures, before: { figures: before } }: AnalyticsOverview): Figure[] {
  const compared = (of: (figures: AnalyticsFigures) => number) => changeText(of(figures), of(before))
  const { attendance } = figures
  const [rate, rateBefore] = [attendanceRateOf(attendance), attendanceRateOf(before.attendance)]
  return [
    {
      name: '净售课时',
      value: String(figures.soldSessions),
      unit: '课时',
      meaning:
        '登记、导入、购买和赠送到合同上的课时，加上调整增加的，减去调整收回的和退课的；按办理当天计。即课时收入的 售出 + 调整 − 退课。',
      note: compared(({ soldSessions }) => soldSessions),
    },
    {
      name: '消耗课时',
      value: String(figures.consumedSessions),
      unit: '课时',
      meaning: '上课扣除的课时，含临时取消按规则扣除的；按上课日期计。课时收入的消课按扣课当天计。',
      note: compared(({ consumedSessions }) => consumedSessions),
    },
    {
      name: '确认收入',
      value: money(figures.incomeFen),
      meaning: '消耗课时 × 合同单价：预收的钱，上了课才算收入。',
      note: compared(({ incomeFen }) => incomeFen),
    },
    {
      name: '体验课',
      value: String(figures.trials),
      unit: '节',
      meaning: '已经上完的体验课，单独收费，不算在课程、课时和收入里；收入含临时取消不退的一半。',
      note: `收入 ${money(figures.trialFen)}，${compared(({ trials }) => trials)}`,
    },
    {
      name: '新学员',
      value: String(figures.newStudents),
      unit: '人',
      meaning: '第一次与公司签合同的学员。',
      note: compared(({ newStudents }) => newStudents),
    },
    {
      name: '完成课程',
      value: String(figures.classesHeld),
      unit: '节',
      meaning: '已经上完的课；按上课日期计。',
      note: compared(({ classesHeld }) => classesHeld),
    },
    {
      name: '取消课程',
      value: String(figures.classesCancelled),
      unit: '节',
      meaning: '原定在这段时间、后来取消的课。临时取消指学员过了免费取消时间才取消。',
      note: `其中临时取消 ${figures.classesCancelledLate} 节，${compared(({ classesCancelled }) => classesCancelled)}`,
    },
    {
      name: '出勤率',
      value: percent(rate),
      meaning: '上完的课里，到场和迟到的人次占全部人次；没有签到的算到场，请假的算没来。',
      note: pointsText(rate, rateBefore),
    },
    {
      name: '缺席与请假',
      value: String(attendance.absent + attendance.leave),
      unit: '人次',
      meaning: '上完的课里没有来的人次：扣多少课时看取消规则。',
      note: `缺席 ${attendance.absent}，请假 ${attendance.leave}，另有迟到 ${attendance.late}`,
    },
  ]
}

function owedOf({ owed }: AnalyticsOverview): Figure[] {
  return [
    {
      name: '未上课时',
      value: String(owed.sessions),
      unit: '课时',
      meaning: '有效合同上还剩的课时，含已约课预占的；已过期的不算。',
      note: '欠学员的课',
    },
    {
      name: '预收余额',
      value: money(owed.fen),
      meaning: '未上课时 × 各合同的单价：钱已经收了、课还没有上的部分。',
      note: '上课后转为收入',
    },
    {
      name: '30天内到期课时',
      value: String(owed.expiringSessions),
      unit: '课时',
      meaning: '30天内到期的合同上还剩的课时，到期没上就作废。',
      note: '可以提醒学员约课或延期',
    },
  ]
}
