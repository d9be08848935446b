import type { Contract } from '@paidang/api/areas/contracts'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { MAX_SLOTS } from '@paidang/domain/areas/schedule/selection'
import type { Day } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classInfoPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { type KeyValue, KeyValues } from '../../../../ui/key-values'
import { RadioMark } from '../../../../ui/radio-mark'
import { pressable, semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { VenuePicture } from '../../../../ui/venue-picture'
import type { BookingActions } from '../booking-actions'
import type { Booking } from '../booking-state'
import { NOTHING_CHOSEN, type SlotSummary } from '../booking-summary'
import { type ContractOffer, expiryText, offerOf } from '../contracts-data'
import type { SheetName } from '../sheet-name'
import { BookingButton } from './booking-bar'
import { costRows, Messages } from './booking-details'
import { Seats } from './booking-seats'
import styles from './desktop-column.module.scss'
import { ChosenSlots, SpokenFacts } from './slot-bar'

type Props = { booking: Booking; actions: BookingActions; onOpen: (sheet: SheetName) => void }
type BusyProps = { isBusy: boolean }

/** The left column of a desktop: coach and venue, contracts, and the booking with its button. */
export function DesktopColumn({ booking, actions, isBusy, onOpen }: Props & BusyProps) {
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
      <Chosen booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} />
    </DesktopFrame>
  )
}

/** The column itself, which scrolls beside the grid. */
export function DesktopFrame({ children }: { children: ReactNode }) {
  return (
    <View className={styles.column}>
      <View className={styles.scroll}>{children}</View>
    </View>
  )
}

/** The line between two choices of one card. */
export function PickLine() {
  return <View className={styles.dash} />
}

type PickRowProps = {
  name: string
  value: string
  lead?: ReactNode
  /** What is wrong with the choice, below it. */
  note?: string
  action: string
  disabled?: boolean
  onPress: () => void
}

/** A choice with its button. */
export function PickRow({ name, value, lead, note, action, disabled, onPress }: PickRowProps) {
  return (
    <View className={styles.pick}>
      {lead}
      <View className={styles.words}>
        <View className={styles.caption}>{name}</View>
        <View className={styles.headline}>{value}</View>
        {note && <View className={classNames(styles.caption, styles.soon)}>{note}</View>}
      </View>
      {!disabled && (
        <Button kind="plain" size="s" label={action.endsWith(name) ? action : `${action}${name}`} onPress={onPress}>
          {action}
        </Button>
      )}
    </View>
  )
}

function Contracts({ booking, actions, onOpen }: Props) {
  const { coach, contracts, contract, today, date: courseDate, slots } = booking
  const tail = contract && (
    <MoreLink
      text="课程介绍"
      label={`${contract.courseDesign.courseName}，课程介绍`}
      onPress={() => goTo(classInfoPath(contract.courseDesign.id))}
    />
  )
  return (
    <Card>
      <CardHead title="课程合同" tail={tail} />
      {!coach && <View className={styles.caption}>先选教练</View>}
      {coach && !contracts.data && !contracts.cause && (
        <SkeletonGroup>
          <Skeleton height={62} radius={12} />
        </SkeletonGroup>
      )}
      {contracts.cause && !contracts.data && (
        <View className={styles.pick}>
          <View className={classNames(styles.words, styles.bad)}>{contracts.cause}</View>
          <Button kind="plain" size="s" busy={contracts.isFetching} onPress={() => contracts.refetch()}>
            重试
          </Button>
        </View>
      )}
      {contracts.data?.length === 0 && (
        <View className={styles.pick}>
          <View className={styles.words}>没有可用的课程合同</View>
          <Button kind="ghost" size="s" onPress={() => onOpen('contact')}>
            联系教练
          </Button>
        </View>
      )}
      <View className={styles.options} {...semantics({ role: 'radiogroup', label: '课程合同' })}>
        {contracts.data?.map((one) => (
          <ContractOption
            key={one.id}
            contract={one}
            offer={offerOf(one, contracts.data ?? [], { courseDate, slots })}
            isChosen={one.id === contract?.id}
            today={today}
            onChoose={() => actions.chooseContract(one.id)}
          />
        ))}
      </View>
    </Card>
  )
}

type OptionProps = {
  contract: Contract
  offer: ContractOffer
  isChosen: boolean
  today: string
  onChoose: () => void
}

function ContractOption({ contract, offer: { note, isOpen }, isChosen, today, onChoose }: OptionProps) {
  const expiry = expiryText(contract, today)
  const hours = lessonHoursText(contract.availableSessions)
  const { courseDesign, company } = contract
  const words = [courseDesign.courseName, company.companyName, `可用 ${hours} 课时`, expiry.text, note]
  return (
    <View
      className={classNames(styles.option, isChosen && styles.chosen, !isOpen && styles.quiet)}
      {...pressable({
        role: 'radio',
        checked: isChosen,
        onPress: onChoose,
        disabled: !isOpen,
        label: words.filter(Boolean).join('，'),
      })}
    >
      <RadioMark on={isChosen} />
      <View className={styles.words}>
        <View className={styles.strong}>{courseDesign.courseName}</View>
        <View className={classNames(styles.caption, expiry.isSoon && styles.soon)}>{expiry.text}</View>
        {note && <View className={classNames(styles.caption, styles.soon)}>{note}</View>}
      </View>
      <View className={styles.hours}>
        <View className={styles.hoursNumber}>{hours}</View>
        <View className={styles.caption}>课时可用</View>
      </View>
    </View>
  )
}

function Chosen({ booking, actions, isBusy, onOpen }: Props & BusyProps) {
  return (
    <ChosenCard
      facts={booking.facts}
      date={booking.date}
      onClear={actions.clear}
      rows={costRows(booking)}
      extras={
        <>
          <Seats booking={booking} actions={actions} />
          <Messages booking={booking} actions={actions} />
        </>
      }
      button={<BookingButton booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} full />}
    />
  )
}

type ChosenProps = {
  facts: SlotSummary
  date: Day
  onClear: () => void
  rows: KeyValue[]
  extras: ReactNode
  button: ReactNode
}

/** What is chosen, what it costs, what can be added, and the button. */
export function ChosenCard({ facts, date, onClear, rows, extras, button }: ChosenProps) {
  return (
    <Card className={styles.grow}>
      <CardHead title="已选时段" tail={`${facts.count} / ${MAX_SLOTS} 格`} />
      <SpokenFacts facts={facts} />
      {facts.chosen === undefined ? (
        <View className={styles.hint}>{NOTHING_CHOSEN}：在右边点一下开始，再点一下结束</View>
      ) : (
        <View className={styles.chip}>
          <ChosenSlots facts={facts} date={date} onClear={onClear} withDay />
        </View>
      )}
      <KeyValues rows={rows} />
      <View className={styles.extras}>{extras}</View>
      <View className={styles.space} />
      <View className={styles.submit}>{button}</View>
    </Card>
  )
}
