import * as api from '@paidang/api/areas/activities/closures'
import { errors } from '@paidang/api/catalogue/errors'
import {
  CLOSE_AHEAD_DAYS,
  CLOSURE_REASON_NAMES,
  CLOSURE_REASONS,
  type ClosureReason,
  courtsText,
  dayToClose,
  firstToClose,
  NOTHING_CONCERNED,
  NOTHING_LEFT_TO_CLOSE,
  stillClosedText,
  whyNotClose,
} from '@paidang/domain/areas/activities/closures/closure'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { addDays, type Day, dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { halfHoursBetween, timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { Alert, Button, Card, DatePicker, Empty, Flex, Radio, Select, Statistic, Table, Tag, Typography } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { serverNow } from '../../../platform/clock'
import { useRead, useWrite } from '../../../platform/queries'
import { useSession } from '../../../platform/session'
import { CheckBoxes } from '../../../ui/check-boxes'
import { DataTable } from '../../../ui/data-table'
import { money, NOTHING, when } from '../../../ui/format'
import { Failed, Opening, Page } from '../../../ui/page'
import { useAction, useGoOn } from '../../../ui/use-action'

/** The calls of the two who close here: the admin of a company that manages a venue, and operators. */
const CALLS = {
  company: {
    preview: api.previewClosureInConsole,
    close: api.closeCourtsInConsole,
    list: api.closuresInConsole,
    read: api.getClosureInConsole,
    retry: api.retryClosureItemInConsole,
    unlock: api.unlockClosureInConsole,
  },
  operator: {
    preview: api.previewClosureAsOperator,
    close: api.closeCourtsAsOperator,
    list: api.closuresAsOperator,
    read: api.getClosureAsOperator,
    retry: api.retryClosureItemAsOperator,
    unlock: api.unlockClosureAsOperator,
  },
}

/** The calls of whoever is logged in, and the lists that they change. */
function useCalls() {
  const calls = useSession(({ staff }) => (staff?.role === 'company' ? CALLS.company : CALLS.operator))
  return { ...calls, changed: { changes: [calls.list, calls.read, calls.preview] } }
}

/** The page of one closure: of an admin, or below the venue that operators closed. */
const useHrefOf = () => useSession(({ staff }) => (staff?.role === 'company' ? adminHrefOf : operatorHrefOf))
const adminHrefOf = (_venueId: string, id: string) => `/closures/${id}`
const operatorHrefOf = (venueId: string, id: string) => `/venues/${venueId}/closures/${id}`

const LOOK_AGAIN_MS = 3_000

type Booking = Omit<api.ClosedBooking, 'waiting'>

const backText = ({ sessions, fen }: Booking) =>
  [sessions > 0 && `${lessonHoursText(sessions)} 课时`, fen > 0 && money(fen)].filter(Boolean).join('，') || NOTHING

const BOOKING_COLUMNS = [
  { title: '时间', render: (_: unknown, one: Booking) => whenOf(one.beginTimeSlot, one.endTimeSlot) },
  { title: '场地', dataIndex: 'courtName' },
  {
    title: '类型',
    render: (_: unknown, { kind }: Booking) =>
      kind === 'class' ? <Tag color="green">课</Tag> : <Tag color="orange">球局</Tag>,
  },
  { title: '内容', dataIndex: 'title' },
  { title: '教练', render: (_: unknown, { coachName }: Booking) => coachName ?? NOTHING },
  { title: '球员', render: (_: unknown, { playerNames }: Booking) => playerNames.join('、') || NOTHING },
  { title: '退回', align: 'right' as const, render: (_: unknown, one: Booking) => <strong>{backText(one)}</strong> },
]

/** 雨天闭馆: who manages a venue closes courts of it, after seeing what that does. */
export function ClosuresPage() {
  const { data, isError, error, refetch } = useRead(api.venuesToClose, {})
  const [venueId, setVenueId] = useState<string>()
  const venue = data?.find(({ id }) => id === venueId) ?? data?.[0]
  return (
    <Page title="雨天闭馆" about="课时和钱全部退回，与取消规则无关，每单只退一次">
      {isError && <Failed error={error} onRetry={refetch} />}
      {data?.length === 0 && <Empty description="您还不是场馆的管理者；场馆由它的管理者闭馆" />}
      {venue && (
        <>
          <Form
            key={venue.id}
            venue={venue}
            choice={
              <Select
                aria-label="场馆"
                value={venue.id}
                options={data?.map(({ id: value, name: label }) => ({ value, label }))}
                onChange={setVenueId}
              />
            }
          />
          <Former venueId={venue.id} />
        </>
      )}
    </Page>
  )
}

/** 闭馆 by operators: any venue, most of all one without a manager. */
export function VenueClosuresPage() {
  const { id = '' } = useParams()
  const read = useRead(api.venueToClose, { params: { id } })
  const venue = read.data
  if (!venue || read.isError) return <Opening name="场馆" list="/venues" read={read} />
  return (
    <Page
      title={`${venue.name}闭馆`}
      about="课时和钱全部退回，与取消规则无关，每单只退一次；场馆有管理者时，他们会收到通知"
      actions={
        <Link to={`/venues/${id}`}>
          <Button tabIndex={-1}>场馆资料</Button>
        </Link>
      }
    >
      <Form key={venue.id} venue={venue} />
      <Former venueId={venue.id} />
    </Page>
  )
}

const concernedText = ({ bookings, classes, sessions, games, fen, people }: api.ClosurePreview) =>
  bookings.length === 0
    ? NOTHING_CONCERNED
    : `影响 ${classes} 节课（${lessonHoursText(sessions)} 课时）和 ${games} 场球局，退款 ${money(fen)}，通知 ${people} 人`

function Form({ venue, choice }: { venue: api.VenueToClose; choice?: React.ReactNode }) {
  const goOn = useGoOn()
  const { doAfterAsking } = useAction()
  const calls = useCalls()
  const hrefOf = useHrefOf()
  const close = useWrite(calls.close, calls.changed)
  const now = serverNow()
  const [courts, setCourts] = useState<number[]>([])
  const [chosenDay, setChosenDay] = useState<Day>()
  const [reason, setReason] = useState<ClosureReason>('RAIN')
  const [asked, setAsked] = useState<{ begin?: number; end?: number }>({})
  const date = dayToClose(chosenDay, venue, now)
  const first = firstToClose(date, venue, now)
  const begin = Math.max(asked.begin ?? 0, first ?? venue.lastStart)
  const end = asked.end !== undefined && asked.end > begin ? asked.end : venue.lastStart + 1
  const span = {
    ...{ stadiumId: venue.id, date, beginTimeSlot: begin, endTimeSlot: end },
    courtIndexes: [...courts].sort((one, other) => one - other),
  }
  const refusal = whyNotClose({ day: date, beginTimeSlot: begin, endTimeSlot: end, courts: courts.length }, venue, now)
  const lacks = first === undefined ? NOTHING_LEFT_TO_CLOSE : refusal && errors[refusal].message
  const preview = useRead(calls.preview, { body: span }, { enabled: !lacks })
  const shown = lacks || preview.isPlaceholderData ? undefined : preview.data
  const timesOf = (halfHours: number[]) => halfHours.map((value) => ({ value, label: timeOf(value) }))
  const press = (seen: api.ClosurePreview) =>
    doAfterAsking({
      run: async () => {
        const made = await close
          .mutateAsync({ body: { ...span, reason, seen: seen.seen } })
          .catch(async (failure: unknown) => {
            await preview.refetch()
            throw failure
          })
        goOn(hrefOf(venue.id, made.id))
      },
      done: '已闭馆，正在退回',
      title: `${venue.name} ${monthDotDay(date)} ${whenOf(begin, end)} 闭馆？`,
      effect: `${courtsText(venue.courts, ({ courtIndex }) => courts.includes(courtIndex))}；${concernedText(seen)}。闭馆后不能撤销，场地可以提前解锁。`,
      okText: seen.bookings.length > 0 ? '闭馆并退回' : '只锁场地',
    })
  return (
    <Flex gap={16} align="flex-start" wrap>
      <Card style={{ flex: '0 1 300px', minWidth: 0 }}>
        <Flex vertical gap={12}>
          {choice}
          <Flex justify="space-between">
            <Typography.Text strong>场地</Typography.Text>
            <Button
              size="small"
              type="link"
              onClick={() => setCourts(venue.courts.map(({ courtIndex }) => courtIndex))}
            >
              全选
            </Button>
          </Flex>
          <CheckBoxes
            aria-label="场地"
            value={courts}
            options={venue.courts.map(({ courtIndex: value, name: label }) => ({ value, label }))}
            onChange={setCourts}
          />
          <DatePicker
            aria-label="日期"
            allowClear={false}
            value={dayjs(date)}
            minDate={dayjs(dayOf(now))}
            maxDate={dayjs(addDays(dayOf(now), CLOSE_AHEAD_DAYS))}
            onChange={(day) => day && setChosenDay(day.format('YYYY-MM-DD'))}
          />
          {first !== undefined && (
            <Flex gap={8} align="center">
              <Select
                aria-label="从几点"
                value={begin}
                options={timesOf(halfHoursBetween(first, venue.lastStart + 1))}
                onChange={(value) => setAsked({ ...asked, begin: value })}
              />
              –
              <Select
                aria-label="到几点"
                value={end}
                options={timesOf(halfHoursBetween(begin + 1, venue.lastStart + 2))}
                onChange={(value) => setAsked({ ...asked, end: value })}
              />
            </Flex>
          )}
          <Typography.Text strong>原因（会写在通知里）</Typography.Text>
          <Radio.Group
            optionType="button"
            value={reason}
            options={CLOSURE_REASONS.map((value) => ({ value, label: CLOSURE_REASON_NAMES[value] }))}
            onChange={({ target }) => setReason(target.value)}
          />
          <Alert type="info" showIcon title="已经开始的课不算在内，由教练在约课详情里处理。" />
        </Flex>
      </Card>
      <Card style={{ flex: '1 1 560px', minWidth: 0 }}>
        {lacks && <Typography.Text type="secondary">{lacks}</Typography.Text>}
        {!lacks && preview.isError && <Failed error={preview.error} onRetry={preview.refetch} />}
        {shown && (
          <Flex vertical gap={16}>
            <Flex gap={32} wrap>
              <Statistic title="影响的课" value={`${shown.classes} 节，${lessonHoursText(shown.sessions)} 课时`} />
              <Statistic title="影响的球局" value={`${shown.games} 场，候补 ${shown.waiting} 人`} />
              <Statistic title="退款" value={money(shown.fen)} />
              <Statistic title="通知" value={`${shown.people} 人，含教练`} />
            </Flex>
            <Table
              size="small"
              pagination={false}
              scroll={{ x: true }}
              rowKey={({ kind, bookingId }) => `${kind} ${bookingId}`}
              dataSource={shown.bookings}
              columns={BOOKING_COLUMNS}
              locale={{ emptyText: '这段时间没有课和球局' }}
            />
            {shown.begun.length > 0 && (
              <Typography.Text type="secondary">
                已经开始，不算在内：
                {shown.begun
                  .map((one) => `${whenOf(one.beginTimeSlot, one.endTimeSlot)} ${one.courtName} ${one.title}`)
                  .join('、')}
              </Typography.Text>
            )}
            <Flex justify="flex-end">
              <Button type="primary" loading={close.isPending} onClick={() => press(shown)}>
                {shown.bookings.length > 0 ? '闭馆并退回' : '只锁场地'}
              </Button>
            </Flex>
          </Flex>
        )}
      </Card>
    </Flex>
  )
}

function Former({ venueId }: { venueId: string }) {
  const { list } = useCalls()
  const hrefOf = useHrefOf()
  return (
    <>
      <Typography.Title level={2} style={{ fontSize: 16, margin: 0 }}>
        闭馆记录
      </Typography.Title>
      <DataTable
        key={venueId}
        endpoint={list}
        fixed={{ stadiumId: venueId }}
        rowKey={({ id }) => id}
        empty="还没有闭馆过"
        columns={[
          {
            title: '时间',
            render: (_, { id, date, beginTimeSlot, endTimeSlot }) => (
              <Link to={hrefOf(venueId, id)}>{`${monthDotDay(date)} ${whenOf(beginTimeSlot, endTimeSlot)}`}</Link>
            ),
          },
          { title: '场地', render: (_, { courtNames }) => courtNames.join('、') },
          { title: '原因', render: (_, row) => CLOSURE_REASON_NAMES[row.reason] },
          { title: '操作人', render: (_, { madeByName, createTime }) => `${madeByName} ${when(createTime)}` },
          {
            title: '进度',
            render: (_, { total, done, failed }) =>
              failed > 0 ? (
                <Tag color="red">{`${failed} 单失败`}</Tag>
              ) : total === 0 ? (
                NOTHING_CONCERNED
              ) : (
                `${done} / ${total}`
              ),
          },
          { title: '锁定', render: (_, { unlockedAt }) => (unlockedAt ? '已提前解锁' : '已锁定') },
        ]}
      />
    </>
  )
}

/** What is said below the rows: all is done, or one may leave meanwhile. */
const standText = ({ total, done, fen }: Pick<api.ClosureFile, 'total' | 'done' | 'fen'>) =>
  (done < total ? '可以离开这一页，断网也会接着退，每单只退一次。' : `${total} 单都处理好了。`) +
  (fen > 0 ? '微信退款 1–3 个工作日到账。' : '')

/** How far one closure is settled. */
export function ClosurePage() {
  const { id = '', venueId } = useParams()
  const { doAfterAsking } = useAction()
  const calls = useCalls()
  const retry = useWrite(calls.retry, calls.changed)
  const unlock = useWrite(calls.unlock, calls.changed)
  const read = useRead(calls.read, { params: { id } }, { refetchInterval: LOOK_AGAIN_MS })
  const file = read.data
  if (!file || read.isError)
    return <Opening name="闭馆记录" list={venueId ? `/venues/${venueId}/closures` : '/closures'} read={read} />
  const { stadiumName, date, beginTimeSlot, endTimeSlot, courtNames, total, done, failed, unlockedAt } = file
  const still = stillClosedText(file.stillClosed)
  const facts = [
    `${monthDotDay(date)} ${whenOf(beginTimeSlot, endTimeSlot)}`,
    `${courtNames.join('、')}${unlockedAt ? '已提前解锁' : '已锁定'}`,
    CLOSURE_REASON_NAMES[file.reason],
    `${file.madeByName} ${when(file.createTime)}`,
  ]
  return (
    <Page
      title={`${stadiumName}闭馆`}
      about={facts.join('，')}
      actions={
        unlockedAt === null && (
          <Button
            disabled={done < total}
            onClick={() =>
              doAfterAsking({
                run: () => unlock.mutateAsync({ params: { id } }),
                done: '场地已解锁',
                title: '提前解锁？',
                effect: `${still ? `${still}；其余` : ''}场地可以重新预约，已取消的课和球局不会恢复。`,
                okText: '提前解锁',
              })
            }
          >
            提前解锁
          </Button>
        )
      }
    >
      {unlockedAt !== null && still && <Alert type="warning" showIcon title={still} />}
      {total > 0 && (
        <Card>
          <Flex gap={32} wrap>
            <Statistic title={failed > 0 ? `已退回，${failed} 单失败` : '已退回'} value={`${done} / ${total}`} />
            {file.sessions > 0 && (
              <Statistic
                title="课时"
                value={`${lessonHoursText(file.sessionsDone)} / ${lessonHoursText(file.sessions)}`}
              />
            )}
            {file.fen > 0 && <Statistic title="钱" value={`${money(file.fenDone)} / ${money(file.fen)}`} />}
          </Flex>
        </Card>
      )}
      <Table
        size="small"
        pagination={false}
        scroll={{ x: true }}
        rowKey={({ id: itemId }) => itemId}
        dataSource={file.items}
        locale={{ emptyText: NOTHING_CONCERNED }}
        columns={[
          ...BOOKING_COLUMNS,
          {
            title: '进度',
            render: (_, { state, outcome, ...item }) =>
              state === 'FAILED' ? (
                <Flex gap={8} align="center">
                  <Tag color="red">退款失败</Tag>
                  <Button
                    size="small"
                    onClick={() =>
                      doAfterAsking({
                        run: () => retry.mutateAsync({ params: { id: item.id } }),
                        done: '已重新排队',
                        title: `重试 ${item.courtName} ${whenOf(item.beginTimeSlot, item.endTimeSlot)} 的「${item.title}」？`,
                        effect: `马上再退一次（${backText(item)}），不会重复退。`,
                        okText: '重试',
                        isHarmless: true,
                      })
                    }
                  >
                    重试
                  </Button>
                </Flex>
              ) : state === 'WAITING' ? (
                <Tag>等待</Tag>
              ) : (
                <Tag color="green">{outcome === 'CALLED_OFF' ? '已退回' : '此前已结束'}</Tag>
              ),
          },
        ]}
      />
      {total > 0 && <Typography.Text type="secondary">{standText(file)}</Typography.Text>}
    </Page>
  )
}
