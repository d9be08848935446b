import type { Elsewhere } from '@paidang/api/areas/activities/classes'
import { View } from '@tarojs/components'
import { memo, type ReactNode, useCallback, useEffect, useState } from 'react'
import { useWide } from '../../../platform/environment'
import { Avatar } from '../../../ui/avatar'
import { Card } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Notice } from '../../../ui/notice'
import { useSkeleton } from '../../../ui/skeleton'
import { VenuePicture } from '../../../ui/venue-picture'
import { nextFreeDay } from '../../time/schedule/strip-days'
import type { Subject } from '../vacancies/alert-button'
import { AfterPress, useAfterPress } from './after-press'
import type { SheetName } from './booking-summary'
import styles from './booking-view.module.scss'
import { ElsewhereChoices } from './elsewhere'
import {
  BookingSkeleton,
  ChosenCard,
  DesktopFrame,
  FoldedLine,
  PickCard,
  PickLine,
  PickRow,
} from './parts/booking-frames'
import { DayPanel } from './parts/day-panel'
import { ContractCard, ContractFacts, Contracts } from './parts/player-contracts'
import {
  BookingBar,
  BookingButton,
  costRows,
  DetailsSheet,
  type PlayerProps,
  Seats,
  StatedByPlayerFields,
} from './parts/player-details'
import { CoachSheet, ContactSheet, ContractSheet } from './parts/player-sheets'
import { ClashSheet, VenueSheet } from './parts/shared-sheets'
import { type Booking, useBooking, useBookingActions } from './player-booking'

/** The screen where a player books or edits their own class, or finds a first coach among `withoutCoach`. */
export function PlayerBookingView({ withoutCoach }: { withoutCoach?: ReactNode }) {
  const booking = useBooking()
  const { actions, pulses, isBusy, lost } = useBookingActions(booking)
  const isWide = useWide()
  const [sheet, setSheet] = useState<SheetName>()
  const close = useCallback(() => setSheet(undefined), [])
  const { coaches, clash } = booking
  // The clash sheet replaces the sheet from which the booking was sent.
  useEffect(() => {
    if (clash) close()
  }, [clash, close])
  const showsSkeleton = useSkeleton(coaches.isPending)
  // Somebody without a coach waits to be taken on, so an earlier answer is not enough.
  const { refetch } = coaches
  const hasNone = coaches.data?.length === 0
  useEffect(() => {
    if (hasNone) refetch()
  }, [hasNone, refetch])

  if (coaches.cause && !coaches.data) {
    return (
      <View className={styles.whole}>
        <ErrorBlock
          title="教练没有取到"
          cause={coaches.cause}
          onRetry={() => coaches.refetch()}
          busy={coaches.isFetching}
        />
      </View>
    )
  }
  if (!coaches.data || showsSkeleton) {
    return <View className={styles.whole}>{showsSkeleton && <BookingSkeleton />}</View>
  }
  if (coaches.data.length === 0) {
    return (
      <View className={classNames(styles.whole, styles.strangers)}>
        <View className="in-12-0">
          <Notice tone="info">选一位教练，申请成为学员；教练同意并登记课时后，就能在这里约课</Notice>
        </View>
        {withoutCoach}
      </View>
    )
  }
  const Layout = isWide ? Desk : Phone
  return (
    <>
      <Layout booking={booking} actions={actions} pulses={pulses} isBusy={isBusy} onOpen={setSheet} />
      <Sheets
        booking={booking}
        actions={actions}
        isBusy={isBusy}
        lost={lost}
        sheet={sheet}
        onOpen={setSheet}
        onClose={close}
      />
    </>
  )
}

/** `pulses` is the number of presses that 允许冲突 would have allowed. */
type LayoutProps = PlayerProps & { pulses: number }

function Phone({ booking, actions, pulses, isBusy, onOpen }: LayoutProps) {
  const [isFolded, setIsFolded] = useState(false)
  return (
    <>
      <AfterPress booking={booking}>
        {(settled) =>
          isFolded ? (
            <FoldedHead booking={settled} onUnfold={() => setIsFolded(false)} />
          ) : (
            <HeadCards booking={settled} onOpen={onOpen} />
          )
        }
      </AfterPress>
      <View className={isFolded ? styles.panelBelowLine : styles.panel}>
        <DayPanel
          booking={booking}
          actions={actions}
          pulses={pulses}
          awaited={awaitedOf(booking)}
          onDragged={() => setIsFolded(true)}
        >
          <NoGrid booking={booking} onOpenCoaches={() => onOpen('coach')} />
        </DayPanel>
      </View>
      <AfterPress booking={booking}>
        {(settled) => <BookingBar booking={settled} actions={actions} isBusy={isBusy} onOpen={onOpen} />}
      </AfterPress>
    </>
  )
}

/** The lesson that one may wait for; undefined while it is not known, or a class is edited. */
function awaitedOf({ coach, venue, contract, draft }: Booking): Subject | undefined {
  if (!coach || !venue || !contract || draft.edited) return undefined
  const name = `${coach.coach.nickname} · ${venue.name} · ${contract.courseDesign.courseName}`
  const { id, courseName, sessionDuration: minutes } = contract.courseDesign
  return { kind: 'CLASS', coachId: coach.coach.id, courses: [{ id, name: courseName, minutes }], venues: [venue], name }
}

function Desk({ booking, actions, pulses, isBusy, onOpen }: LayoutProps) {
  return (
    <>
      <DesktopColumn booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} />
      <View className={styles.right}>
        <DayPanel booking={booking} actions={actions} pulses={pulses} awaited={awaitedOf(booking)} wide>
          <NoGrid booking={booking} onOpenCoaches={() => onOpen('coach')} />
        </DayPanel>
      </View>
    </>
  )
}

/** Shows the first step, while there is no grid to show. */
function NoGrid({ booking: { coach }, onOpenCoaches }: { booking: Booking; onOpenCoaches: () => void }) {
  return coach ? (
    <Empty
      title="这位教练还没有场馆"
      line="等教练关联场馆后再约，或换一位教练"
      action={{ text: '换教练', onPress: onOpenCoaches }}
      compact
    />
  ) : (
    <Empty
      title="先选教练"
      line="选好教练，就能看到场地和时间"
      action={{ text: '选教练', onPress: onOpenCoaches }}
      compact
    />
  )
}

type SheetsProps = PlayerProps & {
  lost: Elsewhere | undefined
  sheet: SheetName | undefined
  onClose: () => void
}

/** The same empty list each time, so that closed sheets do not render again. */
const NONE: never[] = []

/** Closed sheets follow a press later. An open one has fields, which keep up with the fingers. */
function Sheets(props: SheetsProps) {
  const { booking, sheet } = props
  const settled = useAfterPress(booking)
  return <SheetsOf {...props} booking={sheet || booking.clash ? booking : settled} />
}

const SheetsOf = memo(function SheetsOf({ booking, actions, isBusy, lost, sheet, onOpen, onClose }: SheetsProps) {
  const { coaches, coach, venue, contracts, contract, draft, slots, today, clash, date, marks } = booking
  return (
    <>
      <CoachSheet
        open={sheet === 'coach'}
        coaches={coaches.data ?? NONE}
        chosenId={coach?.coach.id ?? null}
        keepsContract={draft.edited !== null}
        onChoose={actions.chooseCoach}
        onClose={onClose}
      />
      <VenueSheet
        open={sheet === 'venue'}
        venues={coach?.stadiums ?? NONE}
        chosenId={draft.stadiumId}
        hasSlots={slots.length > 0}
        onChoose={actions.chooseStadium}
        onClose={onClose}
      />
      <ContractSheet
        open={sheet === 'contract'}
        contracts={contracts.data ?? NONE}
        chosen={contract}
        today={today}
        date={date}
        slots={slots}
        onChoose={actions.chooseContract}
        onClose={onClose}
      />
      {coach && <ContactSheet open={sheet === 'contact'} coach={coach.coach} onClose={onClose} />}
      <DetailsSheet
        open={sheet === 'details'}
        booking={booking}
        actions={actions}
        isBusy={isBusy}
        onOpen={onOpen}
        onClose={onClose}
      />
      <ClashSheet
        clash={clash}
        courts={venue?.courts ?? NONE}
        nextDay={nextFreeDay(date, marks.data ?? NONE)}
        onChoose={actions.takeAlternative}
        onChooseDay={actions.leaveDay}
        onClose={actions.closeClash}
      >
        {clash && !draft.edited && (
          <ElsewhereChoices
            clash={clash}
            wished={
              coach &&
              venue &&
              contract && { coachId: coach.coach.id, courseDesignId: contract.courseDesign.id, stadiumId: venue.id }
            }
            courts={venue?.courts ?? NONE}
            courseDate={date}
            lost={lost}
            onChoose={actions.bookElsewhere}
          />
        )}
      </ClashSheet>
    </>
  )
})

type HeadProps = Pick<PlayerProps, 'booking' | 'onOpen'>

/** Coach, venue and contract as cards that open their sheets. */
const HeadCards = memo(function HeadCards({ booking, onOpen }: HeadProps) {
  const { coach, venue } = booking
  return (
    <View className="keep in-8-0">
      <View className={styles.playerPicks}>
        <PickCard
          name="教练"
          value={coach?.coach.nickname ?? '先选教练'}
          lead={coach && <Avatar id={coach.coach.id} src={coach.coach.avatar} size={40} />}
          onPress={() => onOpen('coach')}
        />
        <PickCard
          name="场馆"
          value={venue?.name ?? (coach ? '暂无场馆' : '先选教练')}
          lead={venue && <VenuePicture id={venue.id} src={venue.avatar} size={40} />}
          disabled={!coach || coach.stadiums.length === 0}
          onPress={() => onOpen('venue')}
        />
      </View>
      <ContractCard booking={booking} onOpen={onOpen} />
    </View>
  )
}, isSameHead)

/** The same in one line, which leaves more room for the grid. */
function FoldedHead({ booking, onUnfold }: { booking: Booking; onUnfold: () => void }) {
  const { coach, venue, contract } = booking
  if (!coach) return null
  return (
    <FoldedLine
      lead={<Avatar id={coach.coach.id} src={coach.coach.avatar} size={32} />}
      title={[coach.coach.nickname, venue?.name ?? '']}
      note={contract ? <ContractFacts contract={contract} /> : '没有可用的课时'}
      onUnfold={onUnfold}
    />
  )
}

/** Whether the head would look the same. A press in the grid then does not render it again. */
function isSameHead(before: HeadProps, after: HeadProps): boolean {
  const [a, b] = [before.booking, after.booking]
  return (
    before.onOpen === after.onOpen &&
    a.coach === b.coach &&
    a.venue === b.venue &&
    a.contract === b.contract &&
    a.contracts.data === b.contracts.data &&
    a.contracts.cause === b.contracts.cause &&
    a.contracts.isFetching === b.contracts.isFetching &&
    a.today === b.today &&
    a.date === b.date
  )
}

/** The left column of a desktop: coach and venue, contracts, and the booking with its button. */
function DesktopColumn({ booking, actions, isBusy, onOpen }: PlayerProps) {
  const { coach, venue } = booking
  return (
    <DesktopFrame>
      <Card>
        <PickRow
          name="教练"
          value={coach?.coach.nickname ?? '先选教练'}
          lead={coach && <Avatar id={coach.coach.id} src={coach.coach.avatar} size={48} />}
          action={coach ? '更换' : '选教练'}
          onPress={() => onOpen('coach')}
        />
        <PickLine />
        <PickRow
          name="场馆"
          value={venue?.name ?? (coach ? '暂无场馆' : '先选教练')}
          lead={venue && <VenuePicture id={venue.id} src={venue.avatar} size={48} />}
          action="更换"
          disabled={!coach || coach.stadiums.length < 2}
          onPress={() => onOpen('venue')}
        />
      </Card>
      <Contracts booking={booking} actions={actions} onOpen={onOpen} />
      <ChosenCard
        facts={booking.facts}
        date={booking.date}
        onClear={actions.clear}
        rows={costRows(booking)}
        extras={
          <>
            <Seats booking={booking} actions={actions} />
            <StatedByPlayerFields booking={booking} actions={actions} />
          </>
        }
        button={<BookingButton booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} full />}
      />
    </DesktopFrame>
  )
}
