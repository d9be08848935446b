import { type Contract, contractsOfUser } from '@paidang/api/areas/money/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { CONTRACT_STATUS, lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { type ReactNode, useState } from 'react'
import { classInfoPath, coachesPath, coachPagePath, courseRefundPath, packagesPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText, showFailed } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { Avatar } from '../../../ui/avatar'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { HeroGround } from '../../../ui/hero-ground'
import { HoursBar } from '../../../ui/hours-bar'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { pressable, semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { Tag } from '../../../ui/tag'
import { useFeature } from '../../ground/features/features-data'
import { useContracts, useOwnCoaches, useReloadContracts, useStudent } from './contracts-data'
import styles from './contracts-view.module.scss'
import {
  type CompanyTab,
  companyTabs,
  contractFacts,
  contractHours,
  contractTag,
  tabOfCompany,
} from './parts/contract-labels'
import { LedgerCard, LedgerSkeleton } from './parts/ledger-card'
import { shortExpiryText } from './parts/ledger-labels'
import { PhotosCard } from './photos-card'

type Props = {
  /** The initial tab: of this company, or of this contract. */
  companyId?: string
  contractId?: string
  /** The student, when a coach looks at contracts. */
  userId?: string
  /** What waits to be claimed, below one's own contracts. */
  claims?: ReactNode
  /** Below one's own active contract: asks the club to extend it. */
  extension?: (contract: Contract) => ReactNode
}

/**
 * 合同与课时: contracts by company, with their hours and movements. A coach sees those of a student in the same way.
 */
export function ContractsView({ companyId, contractId, userId: ownerId, claims, extension }: Props) {
  const userId = useUserId()
  const studentId = ownerId === undefined || ownerId === userId ? undefined : ownerId
  return (
    <Page title={studentId === undefined ? '合同与课时' : '学员合同'}>
      {/* The expiry of the token is not checked: the next call refreshes it. */}
      {userId === null ? (
        <SignedOut />
      ) : (
        <Contracts
          companyId={companyId}
          contractId={contractId}
          studentId={studentId}
          ownerId={studentId ?? userId}
          claims={studentId === undefined ? claims : undefined}
          extension={studentId === undefined ? extension : undefined}
        />
      )}
    </Page>
  )
}

type OfProps = {
  companyId: string | undefined
  contractId: string | undefined
  studentId: string | undefined
  ownerId: string
  claims: ReactNode
  extension: Props['extension']
}

function Contracts({ companyId, contractId, studentId, ownerId, claims, extension }: OfProps) {
  const { data, error, isPending, isFetching, refetch } = useContracts(ownerId)
  const reload = useReloadContracts(ownerId)
  const skeleton = useSkeleton(isPending)
  const [chosenTab, setChosenTab] = useState<string>()

  usePullDownRefresh(async () => {
    const failure = await reload()
    if (failure) showFailed(contractsOfUser.outcome, failure)
    Taro.stopPullDownRefresh()
  })

  const tabs = companyTabs(data ?? [])
  const tab = tabs.find(({ key }) => key === chosenTab) ?? tabOfCompany(tabs, companyId, contractId)
  if (error instanceof ApiError && error.status === 403) return <NotHisCoach cause={error.message} />
  return (
    <>
      {studentId !== undefined && <StudentHead id={studentId} />}
      {skeleton ? (
        <ContractsSkeleton />
      ) : !data ? (
        error && (
          <ErrorBlock
            title="课程合同没有取到"
            cause={failureText(contractsOfUser.outcome, error)}
            onRetry={refetch}
            busy={isFetching}
          />
        )
      ) : !tab ? (
        <NoContracts isStudent={studentId !== undefined} />
      ) : (
        <>
          <View className={styles.tabs}>
            <Tabs label="公司" items={tabs} value={tab.key} onChange={setChosenTab} />
            <RefreshBar on={isFetching} />
          </View>
          <CompanyContracts
            key={tab.key}
            tab={tab}
            contractId={contractId}
            isStudent={studentId !== undefined}
            extension={extension}
          />
        </>
      )}
      {/* They come with what stands above them, which would push them down. */}
      {!skeleton && claims && <CardStack>{claims}</CardStack>}
    </>
  )
}

/** A coach of other students sees nothing of this one. */
function NotHisCoach({ cause }: { cause: string }) {
  return <Empty drawing="lock" title="仅学员的教练可见" line={cause} action={{ text: '返回', onPress: back }} />
}

function NoContracts({ isStudent }: { isStudent: boolean }) {
  if (isStudent) return <Empty title="还没有课程合同" line="学员约课后，在约课详情里为他缔约" />
  return <NoOwnContracts />
}

/** How a player comes to hours: the own coach registers them or offers them on the coach's page. */
function NoOwnContracts() {
  const { data: [own] = [] } = useOwnCoaches()
  const sellsHours = useFeature('packages')
  return (
    <Empty
      title="还没有课程合同"
      line={`教练登记课时后显示在这里${sellsHours ? '，有课包的也可以在教练主页购买' : ''}`}
      action={
        own
          ? { text: '联系教练', onPress: () => goTo(coachPagePath(own.coach.id)) }
          : { text: '找教练', onPress: () => goTo(coachesPath()) }
      }
    />
  )
}

type CompanyProps = {
  tab: CompanyTab
  /** The contract to begin with. Where the tab has others, the first of them. */
  contractId: string | undefined
  isStudent: boolean
  extension: Props['extension']
}

function CompanyContracts({ tab, contractId, isStudent, extension }: CompanyProps) {
  const [chosenId, setChosenId] = useState(contractId)
  const now = useMinute()
  const sellsHours = useFeature('packages') && !isStudent
  const shown = tab.contracts.find(({ id }) => id === chosenId) ?? tab.contracts[0]
  if (!shown) return null
  const others = tab.contracts.filter(({ id }) => id !== shown.id)
  return (
    <CardStack>
      <ContractHero contract={shown} now={now} />
      {sellsHours && (
        <Card flush>
          <Cell icon="card" title="购买课时" onPress={() => goTo(packagesPath(shown.courseDesign.id))} />
        </Card>
      )}
      {others.length > 0 && (
        <Card flush>
          <CardHead inset title="其他合同" />
          {others.map((contract) => (
            <OtherContract key={contract.id} contract={contract} now={now} onChoose={() => setChosenId(contract.id)} />
          ))}
        </Card>
      )}
      <PhotosCard
        userId={shown.userId}
        companyIds={tab.contracts.map(({ companyId }) => companyId)}
        mayUpload={isStudent}
        now={now}
      />
      {shown.contractStatus === CONTRACT_STATUS.ACTIVE && extension?.(shown)}
      <LedgerCard key={shown.id} contract={shown} now={now} />
      {!isStudent && shown.remainingSessions > 0 && (
        <Card flush>
          <Cell icon="minus" title="退课" onPress={() => goTo(courseRefundPath(shown.id))} />
        </Card>
      )}
    </CardStack>
  )
}

type OtherProps = { contract: Contract; now: Date; onChoose: () => void }

function OtherContract({ contract, now, onChoose }: OtherProps) {
  const { text, kind } = contractTag(contract, now)
  const facts = [`可用 ${lessonHoursText(contract.availableSessions)}`, shortExpiryText(contract.expiryDate, now)]
  return (
    <Cell
      title={contract.courseDesign.courseName}
      note={<Facts>{facts}</Facts>}
      // The only lime mark belongs to the contract above.
      value={<Tag kind={kind === 'lime' ? 'ok' : kind}>{text}</Tag>}
      label={`看合同 ${contract.courseDesign.courseName}，${text}，${facts.join('，')}`}
      onPress={onChoose}
    />
  )
}

/** The player with the contracts. If the name cannot be read, the contracts below are still shown. */
function StudentHead({ id }: { id: string }) {
  const { data: student, isPending } = useStudent(id)
  if (!student && !isPending) return null
  return (
    <View className={classNames(styles.student, 'row-12')}>
      {student ? (
        <>
          <Avatar id={student.id} src={student.avatar} size={40} />
          <View className={classNames(styles.nickname, 't-headline')} {...semantics({ role: 'heading', level: 2 })}>
            {student.nickname}
          </View>
        </>
      ) : (
        <SkeletonGroup>
          <Skeleton width={140} height={40} radius={20} />
        </SkeletonGroup>
      )}
    </View>
  )
}

/** One contract on the court: its course, price and end, and the state of its hours. */
function ContractHero({ contract, now }: { contract: Contract; now: Date }) {
  const { text, kind } = contractTag(contract, now)
  return (
    <HeroGround rounded>
      <View className={styles.hero}>
        <View className={styles.head}>
          <View className={classNames(styles.course, 't-headline')} {...semantics({ role: 'heading', level: 2 })}>
            <View
              className={styles.link}
              {...pressable({ role: 'link', onPress: () => goTo(classInfoPath(contract.courseDesign.id)) })}
            >
              {contract.courseDesign.courseName}
              <Icon name="chevron-right" size={16} />
            </View>
          </View>
          <Tag kind={kind}>{text}</Tag>
        </View>
        <View className={classNames(styles.facts, 't-caption')}>
          <Facts>{contractFacts(contract)}</Facts>
        </View>
        <View className={styles.hours}>
          {contractHours(contract).map(({ name, value }) => (
            <View key={name} className={styles.part}>
              <View className={styles.number}>{value}</View>
              <View className={classNames(styles.name, 't-caption')}>{name}</View>
            </View>
          ))}
        </View>
        <HoursBar
          tone="hero"
          total={contract.totalSessions}
          available={contract.availableSessions}
          held={contract.heldSessions}
          expired={contract.expiredSessions}
        />
      </View>
    </HeroGround>
  )
}

/** The skeleton of contracts and statement. */
function ContractsSkeleton() {
  return (
    <View className={classNames(styles.body, 'col-12')}>
      <SkeletonGroup>
        <Skeleton height={159} radius={16} />
      </SkeletonGroup>
      <View className={styles.statement}>
        <LedgerSkeleton />
      </View>
    </View>
  )
}
