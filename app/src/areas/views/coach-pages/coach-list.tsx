import type { CoachCard } from '@paidang/api/areas/views/coach-pages'
import { listCoachPages } from '@paidang/api/areas/views/coach-pages'
import { DAY_PARTS, type DayPart } from '@paidang/domain/areas/views/coach-pages/free-starts'
import { addDays, DATE_WINDOW_DAYS, dayOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { SPORT_NAMES, SPORTS } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { coachesPath, coachPagePath, commonCoursesPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useNearPoint } from '../../../platform/near-point'
import { failureText } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { Chip } from '../../../ui/chip'
import { ChoiceSheet } from '../../../ui/choice-sheet'
import { classNames } from '../../../ui/class-names'
import { WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { ListEnd } from '../../../ui/paged-list'
import { pressable, semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { dayText } from '../../../ui/time-format'
import { levelText } from '../../people/profile/level-scale'
import styles from './coach-pages.module.scss'
import { type CoachFilters, NO_COACH_FILTERS, nextText, priceFromText, useCoaches } from './coach-pages-data'

/** Whom a list is limited to: those who teach a course of the catalogue, or at a venue. */
export type Those = { commonCourseId?: string | undefined; stadiumId?: string | undefined }

/** Coaches page by page, with what they can be looked for by: near, day and hour, price. */
export function Coaches({ those = {} }: { those?: Those }) {
  const near = useNearPoint()
  const [isNear, setIsNear] = useState(true)
  const [filters, setFilters] = useState(NO_COACH_FILTERS)
  const point = isNear ? near.point : undefined
  const togglesNear = async () => {
    if (point) return setIsNear(false)
    setIsNear(near.point !== undefined || (await near.findOut()))
  }
  return (
    <>
      <CoachFilterBar
        filters={filters}
        onChange={setFilters}
        near={{ isOn: point !== undefined, isLocating: near.isLocating, onPress: togglesNear }}
      />
      <FoundCoaches those={those} near={point} filters={filters} onClear={() => setFilters(NO_COACH_FILTERS)} />
    </>
  )
}

type FoundProps = {
  those: Those
  near: ReturnType<typeof useNearPoint>['point']
  filters: CoachFilters
  onClear: () => void
}

function FoundCoaches({ those, near, filters, onClear }: FoundProps) {
  const list = useCoaches({ ...those, near }, filters)
  const { data, cause, isPending, isFetching, refetch } = list
  const skeleton = useSkeleton(isPending)
  if (skeleton) return <CoachesSkeleton />
  if (!data) return cause ? <ErrorBlock title="教练没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  if (data.rows.length === 0) {
    if (Object.values({ ...filters, part: null }).some((wanted) => wanted !== null))
      return (
        <Empty
          title="没有这样的教练"
          line="换个项目、时间或价格，也许就有了"
          action={{ text: '清除筛选', onPress: onClear }}
        />
      )
    return those.commonCourseId ? (
      <Empty
        title="还没有教练开这门课"
        line="可以先看看其他课程"
        action={{ text: '看其他课程', onPress: () => goTo(commonCoursesPath()) }}
      />
    ) : (
      <Empty
        title="还没有可约的教练"
        line="教练开课后会出现在这里"
        action={those.stadiumId ? { text: '看其他教练', onPress: () => goTo(coachesPath()) } : undefined}
      />
    )
  }
  return (
    <>
      <RefreshBar on={isFetching} />
      <CardStack list="教练" className={styles.below}>
        {data.rows.map((coach) => (
          <View key={coach.id} {...semantics({ role: 'listitem' })}>
            <CoachRow coach={coach} />
          </View>
        ))}
      </CardStack>
      <ListEnd list={list} of="教练" />
    </>
  )
}

const PRICES = [
  { key: 'any', text: '不限价格' },
  { key: '20000', text: '每课时 ¥200 以内' },
  { key: '30000', text: '每课时 ¥300 以内' },
  { key: '50000', text: '每课时 ¥500 以内' },
] as const

const SPORT_ITEMS = [
  { key: 'any', text: '不限项目' },
  ...SPORTS.map((sport) => ({ key: sport, text: SPORT_NAMES[sport] })),
]

const PART_NAMES: Record<DayPart, string> = { all: '全天', morning: '上午', afternoon: '下午', evening: '晚上' }

type FilterBarProps = {
  filters: CoachFilters
  onChange: (filters: CoachFilters) => void
  near: { isOn: boolean; isLocating: boolean; onPress: () => unknown }
}

function CoachFilterBar({ filters, onChange, near }: FilterBarProps) {
  const [open, setOpen] = useState<'sport' | 'when' | 'price'>()
  const now = useMinute()
  const { sport, date, part, priceTo } = filters
  const close = () => setOpen(undefined)
  const when = date === null ? '时间' : [dayText(date, now), ...(part === 'all' ? [] : [PART_NAMES[part]])].join(' ')
  return (
    <>
      <View className={styles.filters} {...semantics({ role: 'group', label: '筛选教练' })}>
        <Chip on={near.isOn} onPress={near.onPress}>
          {near.isLocating ? '定位中' : '离我近'}
        </Chip>
        <Chip opens on={sport !== null} onPress={() => setOpen('sport')}>
          {sport === null ? '项目' : SPORT_NAMES[sport]}
        </Chip>
        <Chip opens on={date !== null} onPress={() => setOpen('when')}>
          {when}
        </Chip>
        <Chip opens on={priceTo !== null} onPress={() => setOpen('price')}>
          {priceTo === null ? '价格' : `¥${yuanOf(priceTo)} 以内`}
        </Chip>
      </View>
      <ChoiceSheet
        open={open === 'sport'}
        title="打什么球"
        items={SPORT_ITEMS}
        value={sport ?? 'any'}
        onChoose={(key) => onChange({ ...filters, sport: SPORTS.find((one) => one === key) ?? null })}
        onClose={close}
      />
      <WhenSheet
        key={open}
        open={open === 'when'}
        filters={filters}
        onChoose={(chosen) => onChange({ ...filters, ...chosen })}
        onClose={close}
      />
      <ChoiceSheet
        open={open === 'price'}
        title="价格"
        items={PRICES}
        value={PRICES.find(({ key }) => key === String(priceTo))?.key ?? 'any'}
        onChoose={(key) => onChange({ ...filters, priceTo: key === 'any' ? null : Number(key) })}
        onClose={close}
      />
    </>
  )
}

type WhenSheetProps = {
  open: boolean
  filters: CoachFilters
  onChoose: (when: Pick<CoachFilters, 'date' | 'part'>) => void
  onClose: () => void
}

/** Chooses one of the bookable days, and a part of it. */
function WhenSheet({ open, filters, onChoose, onClose }: WhenSheetProps) {
  const now = useMinute()
  const [chosen, setChosen] = useState<Pick<CoachFilters, 'date' | 'part'>>(filters)
  const today = dayOf(now)
  const days = Array.from({ length: DATE_WINDOW_DAYS }, (_, offset) => addDays(today, offset))
  const choose = (when: Pick<CoachFilters, 'date' | 'part'>) => {
    onChoose(when)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="什么时候上课"
      foot={
        <View className="row-12">
          <Button kind="plain" onPress={() => choose({ date: null, part: 'all' })}>
            不限时间
          </Button>
          <Button full lacks={chosen.date === null ? '请先选一天' : undefined} onPress={() => choose(chosen)}>
            看谁有空
          </Button>
        </View>
      }
    >
      <View className="in-0-16">
        <View className={styles.label}>哪一天</View>
        <View className="chips-8" {...semantics({ role: 'group', label: '哪一天' })}>
          {days.map((date) => (
            <Chip key={date} onCard on={chosen.date === date} onPress={() => setChosen({ ...chosen, date })}>
              {dayText(date, now)}
            </Chip>
          ))}
        </View>
        <View className={styles.label}>什么时段</View>
        <View className="chips-8" {...semantics({ role: 'group', label: '什么时段' })}>
          {(Object.keys(DAY_PARTS) as DayPart[]).map((part) => (
            <Chip key={part} onCard on={chosen.part === part} onPress={() => setChosen({ ...chosen, part })}>
              {PART_NAMES[part]}
            </Chip>
          ))}
        </View>
      </View>
    </Sheet>
  )
}

/** The first coaches of a list, without its end: for a section of a page. */
export function FewCoaches({
  size,
  ownIds = [],
  lead,
  ...wanted
}: {
  size: number
  stadiumId?: string
  courseId?: string
  companyId?: string
  trialFirst?: boolean
  ownIds?: readonly string[]
  /** Words above the coaches, by whether one of them gives a trial lesson. */
  lead?: (hasTrial: boolean) => string
}) {
  const near = useNearPoint()
  const list = useCoaches({ near: near.point, ...wanted }, NO_COACH_FILTERS, size)
  const skeleton = useSkeleton(list.isPending)
  if (skeleton) return <CoachesSkeleton few />
  if (!list.data) {
    if (!list.error) return null
    const cause = failureText(listCoachPages.outcome, list.error)
    return (
      <Card>
        <ErrorBlock compact title="教练没有取到" cause={cause} onRetry={() => list.refetch()} busy={list.isFetching} />
      </Card>
    )
  }
  if (list.data.rows.length === 0) {
    return (
      <Card>
        <View className="t-body muted">还没有可约的教练</View>
      </Card>
    )
  }
  const shown = list.data.rows.slice(0, size)
  return (
    <>
      {lead && <View className="pb-8 t-sub muted">{lead(shown.some(({ trialFrom }) => trialFrom !== null))}</View>}
      <View className="col-12" {...semantics({ role: 'list', label: '教练' })}>
        {shown.map((coach) => (
          <View key={coach.id} {...semantics({ role: 'listitem' })}>
            <CoachRow coach={coach} courseId={wanted.courseId} isOwn={ownIds.includes(coach.id)} />
          </View>
        ))}
      </View>
    </>
  )
}

/**
 * A coach with picture, club, place and price, which lead to the coach's page. Below are the next free times: a press
 * opens the page with that time chosen.
 */
export function CoachRow({
  coach,
  courseId,
  isOwn,
  onOpen,
}: {
  coach: CoachCard
  /** The course that the reader looks at. */
  courseId?: string | undefined
  isOwn?: boolean
  /** Called when a press opens the page. */
  onOpen?: (() => void) | undefined
}) {
  const { id, nickname, avatar, isVerified, likesCount, club, venue, distanceKm, takesStudents } = coach
  const { sport, trialFrom, starts } = coach
  const now = useMinute()
  const far = distanceKm === null ? '' : `${distanceKm.toFixed(1)} km`
  const next = nextText(coach, now)
  const open = (start?: CoachCard['starts'][number]) => {
    onOpen?.()
    return goTo(coachPagePath(id, { start, courseId }))
  }
  return (
    <Card>
      <View
        className="row-12"
        {...pressable({
          role: 'link',
          label: `${nickname}，${priceFromText(coach)}，${next}`,
          onPress: () => open(),
        })}
      >
        <Avatar id={id} src={avatar} size={64} ring={isOwn === true} />
        <View className="grow">
          <View className="wrap-8">
            <View className="t-strong">{nickname}</View>
            {!coach.levelIsUnsaid && <Tag kind="lime">{levelText(coach)}</Tag>}
            {isVerified && (
              <Tag kind="brand" icon="verified">
                已认证
              </Tag>
            )}
            {isOwn && <Tag kind="ok">我的教练</Tag>}
          </View>
          <View className="t-caption muted">
            <WrappedFacts>
              {[sport ? SPORT_NAMES[sport] : '', club ?? '个人教练', likesCount > 0 ? `${likesCount} 个赞` : '']}
            </WrappedFacts>
          </View>
          <View className="t-caption muted">
            <WrappedFacts>{[venue.name, venue.district, far]}</WrappedFacts>
          </View>
          <View className="wrap-8-12 mt-4">
            <View className={styles.from}>{priceFromText(coach)}</View>
            {/* An offer, which nobody has taken yet. */}
            {trialFrom !== null && <Tag kind="ok" icon={null}>{`体验课 ¥${yuanOf(trialFrom)}`}</Tag>}
          </View>
        </View>
      </View>
      {!takesStudents && !isOwn ? (
        <View className="t-sub muted mt-8">暂不收新学员</View>
      ) : starts.length === 0 ? (
        <View className="t-sub muted mt-8">{next}</View>
      ) : (
        <View
          className={classNames(styles.days, 'mt-8')}
          {...semantics({ role: 'group', label: `${nickname}最近可约` })}
        >
          {starts.map((start) => {
            const text = `${dayText(start.date, now)} ${timeOf(start.beginTimeSlot)}`
            return (
              <View
                key={text}
                className={classNames(styles.start, styles.soon)}
                hoverClass={styles.pressed}
                {...pressable({ label: `约${nickname} ${text}`, onPress: () => open(start) })}
              >
                <View className="t-caption">{dayText(start.date, now)}</View>
                {timeOf(start.beginTimeSlot)}
              </View>
            )
          })}
        </View>
      )}
    </Card>
  )
}

function CoachesSkeleton({ few }: { few?: boolean }) {
  const cards = (
    <SkeletonGroup>
      <Skeleton height={168} radius={16} />
      <Skeleton height={168} radius={16} />
    </SkeletonGroup>
  )
  return few ? <View className="col-12">{cards}</View> : <CardStack>{cards}</CardStack>
}
