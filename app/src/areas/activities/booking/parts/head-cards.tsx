import type { Contract } from '@paidang/api/areas/contracts'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { View } from '@tarojs/components'
import { memo, type ReactNode } from 'react'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { pressable } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { VenuePicture } from '../../../../ui/venue-picture'
import type { Booking } from '../booking-state'
import { expiryText, offerOf } from '../contracts-data'
import type { SheetName } from '../sheet-name'
import styles from './head-cards.module.scss'

type Props = { booking: Booking; onOpen: (sheet: SheetName) => void }

/** Coach, venue and contract as cards that open their sheets. */
export const HeadCards = memo(function HeadCards({ booking, onOpen }: Props) {
  const { coach, venue } = booking
  return (
    <View className={styles.head}>
      <View className={styles.picks}>
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
export function FoldedHead({ booking, onUnfold }: { booking: Booking; onUnfold: () => void }) {
  const { coach, venue, contract } = booking
  if (!coach) return null
  return (
    <FoldedLine
      lead={<Avatar id={coach.coach.id} src={coach.coach.avatar} size={32} />}
      title={[coach.coach.nickname, venue?.name ?? '']}
      note={contract ? <ContractFacts contract={contract} /> : '没有可用的课程合同'}
      onUnfold={onUnfold}
    />
  )
}

type FoldedProps = { lead?: ReactNode; title: string[]; note: ReactNode; onUnfold: () => void }

/** A head in one line, with a button to unfold it. */
export function FoldedLine({ lead, title, note, onUnfold }: FoldedProps) {
  return (
    <View className={styles.folded}>
      {lead}
      <View className={styles.words}>
        <View className={styles.value}>
          <Facts>{title}</Facts>
        </View>
        <View className={styles.note}>{note}</View>
      </View>
      <Button kind="plain" size="s" onPress={onUnfold}>
        更改
      </Button>
    </View>
  )
}

/** Whether the head would look the same. A press in the grid then does not render it again. */
function isSameHead(before: Props, after: Props): boolean {
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

type PickProps = {
  name: string
  value: string
  lead?: ReactNode
  /** What is wrong with the choice, below it. */
  note?: string
  disabled?: boolean
  onPress: () => void
}

/** A choice as a card that opens its sheet. */
export function PickCard({ name, value, lead, note, disabled, onPress }: PickProps) {
  return (
    <View
      className={classNames(styles.pick, disabled && styles.quiet)}
      hoverClass={disabled ? 'none' : styles.pressed}
      {...pressable({ onPress, disabled, popup: 'dialog', label: [name, value, note].filter(Boolean).join('，') })}
    >
      {lead}
      <View className={styles.words}>
        <View className={styles.name}>{name}</View>
        <View className={styles.value}>{value}</View>
        {note && <View className={classNames(styles.note, styles.soon)}>{note}</View>}
      </View>
      {!disabled && <Icon name="chevron-down" size={16} className={styles.chevron} />}
    </View>
  )
}

function ContractCard({ booking, onOpen }: Props) {
  const { coach, contracts, contract, today, date: courseDate } = booking
  if (!coach) return <View className={classNames(styles.contract, styles.quiet)}>课程合同：先选教练</View>
  if (contracts.cause) {
    return (
      <View className={styles.contract}>
        <View className={classNames(styles.words, styles.bad)}>{contracts.cause}</View>
        <Button kind="plain" size="s" busy={contracts.isFetching} onPress={() => contracts.refetch()}>
          重试
        </Button>
      </View>
    )
  }
  if (!contracts.data) {
    return (
      <View className={styles.contract}>
        <SkeletonGroup>
          <Skeleton width={140} height={14} />
          <View className={styles.gap} />
          <Skeleton width={190} height={10} />
        </SkeletonGroup>
      </View>
    )
  }
  if (!contract) {
    return (
      <View className={styles.contract}>
        <Icon name="document" className={styles.brand} />
        <View className={styles.words}>没有可用的课程合同</View>
        <Button kind="ghost" size="s" onPress={() => onOpen('contact')}>
          联系教练
        </Button>
      </View>
    )
  }
  const expiry = expiryText(contract, today)
  const hours = lessonHoursText(contract.availableSessions)
  // The grid's selection is judged beside the button, so it is left out here.
  const { note } = offerOf(contract, contracts.data, { courseDate, slots: [] })
  const words = [`课程合同，${contract.courseDesign.courseName}`, `${hours} 课时可用`, expiry.text, note]
  return (
    <View
      className={styles.contract}
      hoverClass={styles.pressed}
      {...pressable({
        onPress: () => onOpen('contract'),
        popup: 'dialog',
        label: words.filter(Boolean).join('，'),
      })}
    >
      <Icon name="document" className={styles.brand} />
      <View className={styles.words}>
        <View className={styles.course}>{contract.courseDesign.courseName}</View>
        <View className={styles.note}>
          <Facts>
            {contract.company.companyName}
            <View className={classNames(styles.inline, expiry.isSoon && styles.soon)}>{expiry.text}</View>
          </Facts>
          {note && <View className={styles.soon}>{note}</View>}
        </View>
      </View>
      <View className={styles.hours}>
        <View className={styles.hoursNumber}>{hours}</View>
        <View className={styles.hoursWord}>课时可用</View>
      </View>
      <Icon name="chevron-down" size={16} className={styles.chevron} />
    </View>
  )
}

function ContractFacts({ contract }: { contract: Contract }) {
  return (
    <Facts>
      {contract.courseDesign.courseName}
      {`可用 ${lessonHoursText(contract.availableSessions)} 课时`}
    </Facts>
  )
}
