import { View } from '@tarojs/components'
import { useCallback, useEffect, useState } from 'react'
import { useWide } from '../../../platform/environment'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { useSkeleton } from '../../../ui/skeleton'
import { nextFreeDay } from '../../time/schedule/strip-days'
import { type BookingActions, useBookingActions } from './booking-actions'
import { type Booking, useBooking } from './booking-state'
import styles from './booking-view.module.scss'
import { BookingBar } from './parts/booking-bar'
import { DetailsSheet } from './parts/booking-details'
import { BookingSkeleton } from './parts/booking-skeleton'
import { ClashSheet } from './parts/clash-sheet'
import { CoachSheet } from './parts/coach-sheet'
import { ContactSheet } from './parts/contact-sheet'
import { ContractSheet } from './parts/contract-sheet'
import { DayPanel } from './parts/day-panel'
import { DesktopColumn } from './parts/desktop-column'
import { FindCoachSheet } from './parts/find-coach-sheet'
import { FoldedHead, HeadCards } from './parts/head-cards'
import { VenueSheet } from './parts/venue-sheet'
import type { SheetName } from './sheet-name'

/** The screen where a player books or edits their own class. */
export function PlayerBookingView() {
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
      <View className={styles.whole}>
        <NoCoach />
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

function NoCoach() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Empty
        title="还没有可约的教练"
        line="教练把您加为学员后，就能在这里约课"
        action={{ text: '找教练', onPress: () => setIsOpen(true) }}
      />
      <FindCoachSheet open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

type LayoutProps = {
  booking: Booking
  actions: BookingActions
  /** Number of presses that 允许冲突 would have allowed. */
  pulses: number
  /** The booking is being sent. */
  isBusy: boolean
  onOpen: (sheet: SheetName) => void
}

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

type SheetsProps = Omit<LayoutProps, 'pulses'> & {
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
      />
    </>
  )
}
