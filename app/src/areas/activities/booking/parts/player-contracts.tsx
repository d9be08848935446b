import type { Contract } from '@paidang/api/areas/money/contracts'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { View } from '@tarojs/components'
import { classInfoPath, coachPagePath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { RadioMark } from '../../../../ui/radio-mark'
import { pressable, semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { useFeature } from '../../../ground/features/features-data'
import type { SheetName } from '../booking-summary'
import { type ContractOffer, expiryText, offerOf } from '../contracts-data'
import type { Booking, BookingActions } from '../player-booking'
import styles from './player-contracts.module.scss'

type ContractCardProps = { booking: Booking; onOpen: (sheet: SheetName) => void }

/** The contract that pays as a card that opens the list, or what stands in its way. */
export function ContractCard({ booking, onOpen }: ContractCardProps) {
  const { coach, contracts, contract, today, date: courseDate } = booking
  if (!coach) return <View className={classNames(styles.contract, styles.quiet, 'muted')}>课程合同：先选教练</View>
  if (contracts.cause) {
    return (
      <View className={styles.contract}>
        <View className={classNames(styles.words, 't-sub bad')}>{contracts.cause}</View>
        <Button kind="plain" size="s" busy={contracts.isFetching} onPress={() => contracts.refetch()}>
          重试
        </Button>
      </View>
    )
  }
  if (!contracts.data) return <ContractSkeleton />
  if (!contract) {
    return (
      <View className={styles.contract}>
        <Icon name="document" className="brand" />
        <NoHours coachId={coach.coach.id} onOpen={onOpen} />
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
      <Icon name="document" className="brand" />
      <View className={styles.words}>
        <View className="t-strong-20">{contract.courseDesign.courseName}</View>
        <View className={styles.caption}>
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
      <Icon name="chevron-down" size={16} className="faint" />
    </View>
  )
}

/** As high as the card also with large text, which stacks it. The grid below then stays where it was brought. */
function ContractSkeleton() {
  return (
    <View className={styles.contract}>
      <Icon name="document" className="brand" />
      <View className={styles.words}>
        <SkeletonGroup>
          <Skeleton width={140} height={16} />
          <View className={styles.waitingFacts}>
            <Skeleton width={90} height={12} />
            <Skeleton width={90} height={12} />
          </View>
        </SkeletonGroup>
      </View>
      <Skeleton width={48} height={36} />
      <Icon name="chevron-down" size={16} className="faint" />
    </View>
  )
}

/** Leads to the coach's page, where clubs sell hours, or to the coach in a deployment that sells none. */
function NoHours({ coachId, onOpen }: { coachId: string } & Pick<ContractCardProps, 'onOpen'>) {
  const sellsHours = useFeature('packages')
  return (
    <>
      <View className={styles.words}>{`没有可用的课时，${sellsHours ? '购买或' : ''}请教练登记后再约`}</View>
      <Button kind="ghost" size="s" onPress={() => (sellsHours ? goTo(coachPagePath(coachId)) : onOpen('contact'))}>
        {sellsHours ? '购买课时' : '联系教练'}
      </Button>
    </>
  )
}

export function ContractFacts({ contract }: { contract: Contract }) {
  return (
    <Facts>
      {contract.courseDesign.courseName}
      {`可用 ${lessonHoursText(contract.availableSessions)} 课时`}
    </Facts>
  )
}

type ContractsProps = { booking: Booking; actions: BookingActions; onOpen: (sheet: SheetName) => void }

/** All contracts below each other, to choose the one that pays. */
export function Contracts({ booking, actions, onOpen }: ContractsProps) {
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
        <View className="row-12">
          <View className={classNames(styles.words, 't-sub bad')}>{contracts.cause}</View>
          <Button kind="plain" size="s" busy={contracts.isFetching} onPress={() => contracts.refetch()}>
            重试
          </Button>
        </View>
      )}
      {coach && contracts.data?.length === 0 && (
        <View className="row-12">
          <NoHours coachId={coach.coach.id} onOpen={onOpen} />
        </View>
      )}
      <View className="col-8" {...semantics({ role: 'radiogroup', label: '课程合同' })}>
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
      className={classNames(styles.option, 'row-12', isChosen && styles.chosen, !isOpen && styles.closed)}
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
