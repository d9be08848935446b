import { type Day, dayOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useMemo, useState } from 'react'
import { findVenuePath, newVenuePath, venuesPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Button } from '../../../ui/button'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { VenuePicture } from '../../../ui/venue-picture'
import { courtsOfVenueText, isUsable, isWaitingForPlatform, whyNotUsable } from '../../places/venues/venue-labels'
import { type ManagedVenue, useManagedVenues } from '../../places/venues/venues-data'
import { stripDaysOf } from '../schedule/strip-days'
import { courtsDayOf } from './lock-grid'
import {
  type Clash,
  type LockInput,
  useCourtsDay,
  useForgetCourtsDays,
  useLockCourts,
  useUnlockCourts,
} from './locks-data'
import styles from './locks-view.module.scss'
import { lockedText, repeatText } from './parts/lock-labels'
import { LockBar, LockedLine, LockPanel, useLockChoice } from './parts/lock-panel'
import { ClashSheet, RepeatSheet } from './parts/sheets'

type Props = { date: Day; now: Date; onDate: (date: Day) => void; stadiumId: string | undefined }

/** 锁场地: locks courts of a venue that the coach manages. At any other venue only its managers can lock. */
export function CourtLocks({ stadiumId: asked, ...day }: Props) {
  const venues = useManagedVenues()
  const skeleton = useSkeleton(venues.isPending)
  const [chosenId, setChosenId] = useState(asked)
  const forget = useForgetCourtsDays()
  const [isChoosing, setIsChoosing] = useState(false)
  const usable = venues.data?.filter(isUsable) ?? []
  const venue = usable.find(({ id }) => id === chosenId) ?? usable[0]

  if (skeleton) return <LocksSkeleton />
  if (!venues.data) {
    return (
      venues.cause && (
        <ErrorBlock title="场馆没有取到" cause={venues.cause} onRetry={venues.refetch} busy={venues.isFetching} />
      )
    )
  }
  if (!venue) return <NothingManaged waiting={venues.data.filter(isWaitingForPlatform)} />
  const hasChoice = usable.length > 1
  return (
    <>
      <Cell
        lead={<VenuePicture id={venue.id} src={venue.avatar} size={40} />}
        title={venue.name}
        note={
          <Facts>
            {courtsOfVenueText(venue)}
            我管理的场馆
          </Facts>
        }
        label={hasChoice ? `${venue.name}，更换场馆` : undefined}
        onPress={hasChoice ? () => setIsChoosing(true) : undefined}
      />
      <CourtsOfVenue key={venue.id} venue={venue} {...day} />
      <VenueSheet
        open={isChoosing}
        venues={usable}
        chosenId={venue.id}
        onChoose={(id) => {
          forget()
          setChosenId(id)
        }}
        onClose={() => setIsChoosing(false)}
      />
    </>
  )
}

function NothingManaged({ waiting: [first] }: { waiting: ManagedVenue[] }) {
  if (first) {
    return (
      <Empty
        drawing="lock"
        title={`${first.name} 平台审核中`}
        line={whyNotUsable(first)}
        action={{ text: '我的场馆', onPress: () => goTo(venuesPath()) }}
      />
    )
  }
  return (
    <Empty
      drawing="lock"
      title="还没有你管理的场馆"
      line="关联的场馆由它的管理者锁定场地；新增的场馆由你管理"
      action={{ text: '关联场馆', onPress: () => goTo(findVenuePath()) }}
      second={{ text: '新增场馆', onPress: () => goTo(newVenuePath()) }}
    />
  )
}

function CourtsOfVenue({ venue, date, now, onDate }: { venue: ManagedVenue } & Omit<Props, 'stadiumId'>) {
  const read = useCourtsDay(venue.id, date)
  const day = useMemo(() => read.data && courtsDayOf(venue, { date, now, ...read.data }), [venue, date, now, read.data])
  const choice = useLockChoice(day, `${venue.id} ${date}`)
  const { locking, opening, repeatUntil } = choice
  const [isRepeatOpen, setIsRepeatOpen] = useState(false)
  const [clash, setClash] = useState<Clash>()
  const [locked, setLocked] = useState<LockInput>()
  const lock = useLockCourts(venue.id, {
    onDone: (input) => {
      choice.release(locking)
      setLocked(input)
    },
    onClash: setClash,
  })
  const unlock = useUnlockCourts(venue.id, {
    onDone: () => {
      choice.release(opening)
      setLocked(undefined)
    },
    onClash: setClash,
  })
  const undo = ({ cells, repeatUntil: until }: LockInput) => unlock.act({ date, cells, series: until !== undefined })
  return (
    <>
      <LockPanel
        days={stripDaysOf(dayOf(now), undefined)}
        date={date}
        onDate={onDate}
        read={read}
        day={day}
        frame={venue}
        choice={choice}
        label={`${venue.name} 锁定场地`}
        onPress={choice.press}
      />
      <LockBar
        choice={choice}
        columns={venue.courts}
        done={
          locked?.date === date && (
            <LockedLine
              text={lockedText(locked.cells, venue.courts)}
              busy={unlock.isPending}
              onUndo={() => undo(locked)}
            />
          )
        }
        repeat={{ text: repeatText(date, repeatUntil), onOpen: () => setIsRepeatOpen(true) }}
        actions={
          <>
            {opening.length > 0 && (
              <Button
                kind={locking.length > 0 ? 'plain' : 'filled'}
                busy={unlock.isPending}
                disabled={lock.isPending}
                onPress={() => unlock.act({ date, cells: opening, series: false })}
              >
                解除锁定
              </Button>
            )}
            {(locking.length > 0 || opening.length === 0) && (
              <Button
                icon="lock"
                busy={lock.isPending}
                disabled={unlock.isPending}
                lacks={choice.lacks}
                onPress={() => lock.act({ date, cells: locking, repeatUntil })}
              >
                锁定时段
              </Button>
            )}
          </>
        }
      />
      <RepeatSheet
        open={isRepeatOpen}
        date={date}
        until={repeatUntil}
        onChoose={choice.repeat}
        onClose={() => setIsRepeatOpen(false)}
      />
      <ClashSheet clash={clash} onClose={() => setClash(undefined)} />
    </>
  )
}

const DAYS = [0, 1, 2, 3, 4, 5] as const

/** The skeleton of venue, dates and grid. */
function LocksSkeleton() {
  return (
    <SkeletonGroup>
      <View className={styles.boxes}>
        <View className={classNames(styles.line, 'row-12')}>
          <Skeleton width={40} height={40} radius={8} />
          <Skeleton width={160} height={20} />
        </View>
        <View className={classNames(styles.line, 'row-12')}>
          {DAYS.map((day) => (
            <Skeleton key={day} width={48} height={56} radius={12} />
          ))}
        </View>
        <Skeleton height={360} radius={12} />
      </View>
    </SkeletonGroup>
  )
}

type VenueSheetProps = {
  open: boolean
  venues: readonly ManagedVenue[]
  chosenId: string
  onChoose: (stadiumId: string) => void
  onClose: () => void
}

/** Chooses among the venues that the coach manages, with one press. */
function VenueSheet({ open, venues, chosenId, onChoose, onClose }: VenueSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="选择场馆">
      <View {...semantics({ role: 'radiogroup', label: '选择场馆' })}>
        {venues.map((venue) => (
          <Cell
            key={venue.id}
            lead={<VenuePicture id={venue.id} src={venue.avatar} size={48} />}
            title={venue.name}
            note={<Facts>{[courtsOfVenueText(venue), venue.address]}</Facts>}
            chosen={venue.id === chosenId}
            onPress={() => {
              if (venue.id !== chosenId) onChoose(venue.id)
              onClose()
            }}
          />
        ))}
      </View>
    </Sheet>
  )
}
