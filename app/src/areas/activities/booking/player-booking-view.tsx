import { type Elsewhere, listElsewhere } from '@paidang/api/areas/activities/classes'
import { View } from '@tarojs/components'
import { memo, type ReactNode, useCallback, useEffect, useState } from 'react'
import { SCHEDULE_KEY } from '../../../platform/cache-keys'
import { useWide } from '../../../platform/environment'
import { useRead } from '../../../platform/read'
import { Avatar } from '../../../ui/avatar'
import { Card } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Notice } from '../../../ui/notice'
import { useSkeleton } from '../../../ui/skeleton'
import { VenuePicture } from '../../../ui/venue-picture'
import { nextFreeDay } from '../../time/schedule/strip-days'
import type { SheetName } from './booking-summary'
import styles from './booking-view.module.scss'
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
import { type Booking, elsewhereTexts, useBooking, useBookingActions } from './player-booking'
import type { Clash } from './submit-data'

/** The screen where a player books or edits their own class, or finds a first coach among `withoutCoach`. */
export function PlayerBookingView({ withoutCoach }: { withoutCoach?: ReactNode }) {
  const booking = useBooking()
  const { actions, pulses, isBusy } = useBookingActions(booking)
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
          <Notice tone="info">选一位教练，申请成为学员；教练同意后就能在这里约课</Notice>
        </View>
        {withoutCoach}
      </View>
    )
  }
  const Layout = isWide ? Desk : Phone
  return (
    <>
      <Layout booking={booking} actions={actions} pulses={pulses} isBusy={isBusy} onOpen={setSheet} />
      <Sheets booking={booking} actions={actions} isBusy={isBusy} sheet={sheet} onOpen={setSheet} onClose={close} />
    </>
  )
}

/** `pulses` is the number of presses that 允许冲突 would have allowed. */
type LayoutProps = PlayerProps & { pulses: number }

function Phone({ booking, actions, pulses, isBusy, onOpen }: LayoutProps) {
  const [isFolded, setIsFolded] = useState(false)
  return (
    <>
      {isFolded ? (
        <FoldedHead booking={booking} onUnfold={() => setIsFolded(false)} />
      ) : (
        <HeadCards booking={booking} onOpen={onOpen} />
      )}
      <View className={isFolded ? styles.panelBelowLine : styles.panel}>
        <DayPanel booking={booking} actions={actions} pulses={pulses} onDragged={() => setIsFolded(true)}>
          <NoGrid booking={booking} onOpenCoaches={() => onOpen('coach')} />
        </DayPanel>
      </View>
      <BookingBar booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} />
    </>
  )
}

function Desk({ booking, actions, pulses, isBusy, onOpen }: LayoutProps) {
  return (
    <>
      <DesktopColumn booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} />
      <View className={styles.right}>
        <DayPanel booking={booking} actions={actions} pulses={pulses} wide>
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
  sheet: SheetName | undefined
  onClose: () => void
}

/** The same empty list each time, so that closed sheets do not render again. */
const NONE: never[] = []

function Sheets({ booking, actions, isBusy, sheet, onOpen, onClose }: SheetsProps) {
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
          <ElsewhereChoices booking={booking} clash={clash} onChoose={actions.bookElsewhere} />
        )}
      </ClashSheet>
    </>
  )
}

type ElsewhereProps = { booking: Booking; clash: Clash; onChoose: (place: Elsewhere) => void }

/** The same lesson on another day, with another coach, at another venue: booked as offered, at one press and a yes. */
function ElsewhereChoices({ booking, clash, onChoose }: ElsewhereProps) {
  const { coach, venue, contract, date: courseDate } = booking
  const { courtCode, beginTimeSlot, endTimeSlot } = clash.input
  const selectedCourt = venue?.courts.findIndex((court) => court.courtCode === courtCode) ?? -1
  const isWhole = coach && venue && contract && selectedCourt >= 0
  const at = { selectedCourt, courseDate, beginTimeSlot, endTimeSlot }
  const { data } = useRead(
    SCHEDULE_KEY,
    listElsewhere,
    isWhole
      ? { body: { coachId: coach.coach.id, courseDesignId: contract.courseDesign.id, stadiumId: venue.id, ...at } }
      : null,
  )
  if (!data || data.length === 0) return null
  return (
    <>
      <View className="in-12-0 t-sub muted">或者换一换</View>
      {data.map((place) => {
        const { differs, when, where } = elsewhereTexts(place)
        return (
          <Cell
            key={`${place.differs} ${place.courseDate} ${place.coachId} ${place.stadiumId}`}
            icon={place.differs === 'COACH' ? 'person' : place.differs === 'VENUE' ? 'venue' : 'calendar'}
            title={`${differs}：${{ DAY: when, COACH: place.coachName, VENUE: where }[place.differs]}`}
            note={
              <WrappedFacts>
                {[when, where].filter((_, at) => at !== { DAY: 0, COACH: 2, VENUE: 1 }[place.differs])}
              </WrappedFacts>
            }
            onPress={() => onChoose(place)}
          />
        )
      })}
    </>
  )
}

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
      note={contract ? <ContractFacts contract={contract} /> : '没有可用的课时，请教练登记后再约'}
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
