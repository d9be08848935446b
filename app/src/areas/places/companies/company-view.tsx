import type { CoachView } from '@paidang/api/areas/people/profile'
import type { Company, CompanyCoach } from '@paidang/api/areas/places/companies'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { type ReactNode, useState } from 'react'
import { coursePath, inviteCoachPath, joinCompanyPath } from '../../../paths'
import { back, fromHere, goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showFailed, showToast } from '../../../platform/toast'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack, MoreLink } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { KeyValues } from '../../../ui/key-values'
import { Page } from '../../../ui/page'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { Tag } from '../../../ui/tag'
import { CoachOnly } from '../../people/auth/coach-only'
import { useOwnCoachView } from '../../people/profile/coach-data'
import {
  failureOfCompanies,
  useCompany,
  useCompanyCoaches,
  useCompanyCourses,
  useLeaveCompany,
  useMyInvitations,
  useOpenAnalytics,
  useReloadCompany,
} from './company-data'
import styles from './company-view.module.scss'
import { SettingsSheet, TransferSheet } from './parts/admin-sheets'
import { courseFacts, extensionText, forgivenText, freeCancelText, openingText } from './parts/company-labels'

type Props = {
  companyId?: string | undefined
  /** Draws the page of a club where the coach does not teach. */
  foreign?: (companyId: string) => ReactNode
}

/** 公司: its courses, coaches and rules; its admin changes them. */
export function CompanyView({ companyId, foreign }: Props) {
  return (
    <Page title="公司">
      <CoachOnly>
        <OwnCompanies first={companyId} foreign={foreign} />
      </CoachOnly>
    </Page>
  )
}

type Membership = CoachView['companies'][number]

/** The text of a company's tab; a company of one is shown as 个人. */
const tabOf = ({ id, companyName, isPerson }: Membership) => ({ key: id, text: isPerson ? '个人' : companyName })

function OwnCompanies({ first, foreign }: { first: string | undefined; foreign: Props['foreign'] }) {
  const { data, error, isPending, isFetching, refetch } = useOwnCoachView()
  const [chosenId, setChosenId] = useState(first)
  const showsSkeleton = useSkeleton(isPending)
  if (!data && error) {
    return <ErrorBlock title="公司没有取到" cause={failureOfCompanies(error)} onRetry={refetch} busy={isFetching} />
  }
  if (!data || showsSkeleton) return showsSkeleton ? <CompanySkeleton /> : null
  // The page of a club where the coach does not teach, by its link.
  if (foreign && first && chosenId === first && !data.companies.some(({ id }) => id === first)) return foreign(first)
  const company = data.companies.find(({ id }) => id === chosenId) ?? data.companies[0]
  if (!company)
    return (
      <>
        <MyInvitations />
        <Empty title="还没有加入公司" line="加入公司后，这里会有课程、教练和规则" />
      </>
    )
  return (
    <>
      {data.companies.length > 1 && (
        <Tabs items={data.companies.map(tabOf)} value={company.id} onChange={setChosenId} label="公司" />
      )}
      <MyInvitations />
      <OneCompany key={company.id} membership={company} />
    </>
  )
}

/** What waits for the coach's answer, and what the coach asked for. */
function MyInvitations() {
  const { data } = useMyInvitations()
  if (!data || data.length === 0) return null
  return (
    <CardStack>
      <Card flush>
        {data.map(({ id, kind, company, admin }) => (
          <Cell
            key={id}
            lead={<Avatar id={admin.id} src={admin.avatar} />}
            title={company.name}
            note={kind === 'INVITE' ? `${admin.nickname} 邀请你加入` : '申请已发出，等待答复'}
            onPress={() => goTo(joinCompanyPath(id))}
          />
        ))}
      </Card>
    </CardStack>
  )
}

function OneCompany({ membership }: { membership: Membership }) {
  const { data: company, cause, isFetching, isPending, refetch } = useCompany(membership.id)
  const reload = useReloadCompany(membership.id)
  const showsSkeleton = useSkeleton(isPending)
  usePullDownRefresh(async () => {
    const error = await reload()
    if (error) showFailed({ failed: failureOfCompanies(error) }, error)
    Taro.stopPullDownRefresh()
  })
  if (!company && cause) {
    return <ErrorBlock title="公司没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  }
  if (!company || showsSkeleton) return showsSkeleton ? <CompanySkeleton /> : null
  return (
    <>
      <RefreshBar on={isFetching} />
      <CardStack className="grow">
        <Head company={company} isAdmin={membership.isAdmin} />
        {membership.isAdmin && <AnalyticsCard companyId={company.id} />}
        <Courses company={company} />
        {!company.isPerson && <Coaches company={company} isAdmin={membership.isAdmin} />}
        <Rules company={company} isAdmin={membership.isAdmin} />
        {!company.isPerson && <Leave company={company} isAdmin={membership.isAdmin} />}
      </CardStack>
      {membership.isAdmin && (
        <ActionBar
          actions={
            <Button full icon="plus" onPress={() => goTo(coursePath(company.id))}>
              添加课程
            </Button>
          }
        />
      )}
    </>
  )
}

type OfCompany = { company: Company; isAdmin: boolean }

function Head({ company, isAdmin }: OfCompany) {
  const numbers = [
    { name: '教练', count: company.coachCount },
    { name: '课程', count: company.courseCount },
    { name: '学员', count: company.studentCount },
  ]
  return (
    <Card>
      <View className="wrap-8 t-title-2">
        {company.companyName}
        {isAdmin && <Tag kind="lime">管理员</Tag>}
      </View>
      {!isAdmin && <View className="mt-4 t-sub muted">管理员 {company.adminName}</View>}
      <View className={classNames(styles.numbers, 'mt-16 t-sub muted')}>
        {numbers.map(({ name, count }) => (
          <View key={name} className={styles.number}>
            <View className={styles.count}>{count}</View>
            {name}
          </View>
        ))}
      </View>
    </Card>
  )
}

function Courses({ company }: { company: Company }) {
  const { data, cause, isFetching, refetch } = useCompanyCourses(company.id)
  return (
    <Card flush>
      <CardHead title="课程" tail={data && `${data.length} 门`} inset />
      {cause && !data && <ErrorBlock compact title="课程没有取到" cause={cause} onRetry={refetch} busy={isFetching} />}
      {!data && !cause && <RowsSkeleton />}
      {data?.length === 0 && <Empty compact title="还没有课程" line="管理员添加课程后，教练才能约课" />}
      {data?.map(({ companyCourse, studentCount, isTaughtByMe }) => (
        <Cell
          key={companyCourse.id}
          title={companyCourse.courseName}
          note={<WrappedFacts>{courseFacts(companyCourse)}</WrappedFacts>}
          value={isTaughtByMe ? `${studentCount} 学员` : '不由我教'}
          onPress={() => goTo(coursePath(company.id, companyCourse.id))}
        />
      ))}
    </Card>
  )
}

/** Whom the list leaves out, so that it agrees with the figure above. */
const leftOutOf = (coaches: readonly CompanyCoach[]) =>
  coaches.some(({ coachVO }) => coachVO.userType !== USER_TYPES.COACH) ? '不含你自己和公司教练' : '不含你自己'

function Coaches({ company, isAdmin }: OfCompany) {
  const userId = useUserId()
  const { data, cause, isFetching, refetch } = useCompanyCoaches(company.id)
  const [transfers, setTransfers] = useState(false)
  // The list leaves out the caller and affiliated coaches. Source: specification §5 "company coach list".
  const others = data?.filter(({ coachVO }) => coachVO.id !== userId && coachVO.userType === USER_TYPES.COACH)
  return (
    <Card flush>
      <CardHead
        title="教练"
        tail={isAdmin && others ? <MoreLink text="转让管理员" onPress={() => setTransfers(true)} /> : undefined}
        inset
      />
      {data && <View className={classNames(styles.leftOut, 't-caption muted')}>{leftOutOf(data)}</View>}
      {cause && !data && <ErrorBlock compact title="教练没有取到" cause={cause} onRetry={refetch} busy={isFetching} />}
      {!data && !cause && <RowsSkeleton />}
      {others?.length === 0 && <Empty compact title="没有其他教练" />}
      {others?.map((coach) => (
        <Cell
          key={coach.coachVO.id}
          lead={<Avatar id={coach.coachVO.id} src={coach.coachVO.avatar} />}
          title={coach.coachVO.nickname}
          note={coach.courseNames.join('、') || '还没有课程'}
          value={coach.isAdmin ? '管理员' : `${coach.coachVO.likeCount} 个赞`}
        />
      ))}
      {isAdmin && <Cell icon="plus" title="邀请教练" onPress={() => goTo(inviteCoachPath(company.id))} />}
      {transfers && others && <TransferSheet company={company} coaches={others} onClose={() => setTransfers(false)} />}
    </Card>
  )
}

function Rules({ company, isAdmin }: OfCompany) {
  const { policy } = company
  const [edits, setEdits] = useState(false)
  return (
    <Card>
      <CardHead
        title="规则"
        tail={isAdmin ? <MoreLink text="修改" label="修改规则" onPress={() => setEdits(true)} /> : undefined}
      />
      <KeyValues
        rows={[
          { name: '免费取消', value: freeCancelText(policy ? (policy.tiers[0]?.hours ?? 0) : company.freeCancelHours) },
          {
            name: '临时取消',
            value: policy ? '分档扣课时，约课详情有全文' : forgivenText(company.forgivenLateCancels),
          },
          { name: '默认开放时间', value: openingText(company) },
          { name: '教练休假', value: extensionText(company) },
          ...(company.phone ? [{ name: '联系电话', value: company.phone }] : []),
        ]}
      />
      {edits && <SettingsSheet company={company} onClose={() => setEdits(false)} />}
    </Card>
  )
}

function Leave({ company, isAdmin }: OfCompany) {
  const mustTransfer = isAdmin && company.coachCount > 1
  const leave = useLeaveCompany(() => askAgain())
  const ask = async () => {
    const isSure = await confirm({
      title: `离开${company.companyName}？`,
      line: '离开后不能再用这家公司的课程约课，学员和上过的课都会保留；还有课时的学员会收到通知，由他们选择换教练或退课',
      confirmText: '离开公司',
      danger: true,
    })
    const goOn = fromHere()
    if (isSure && (await leave.act({ body: { companyId: company.id } }))) goOn(back)
  }
  /** Who has classes to come may leave them to the choice of their students. */
  const askAgain = async () => {
    const isSure = await confirm({
      title: '还有没上的课',
      line: '可以交给学员选择：换本俱乐部的其他教练，或取消退回课时。已经开始的课要先完成',
      confirmText: '交给学员',
      danger: true,
    })
    const goOn = fromHere()
    if (isSure && (await leave.act({ body: { companyId: company.id, handOver: true } }))) goOn(back)
  }
  return (
    <Card flush>
      <Cell
        title="离开公司"
        note={mustTransfer ? '请先转让管理员' : undefined}
        danger
        plain
        disabled={mustTransfer || leave.isPending}
        onPress={ask}
      />
    </Card>
  )
}

function RowsSkeleton() {
  return (
    <View className={styles.rows}>
      <SkeletonGroup>
        <Skeleton height={48} radius={12} />
        <Skeleton height={48} radius={12} />
      </SkeletonGroup>
    </View>
  )
}

function CompanySkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={132} radius={16} />
      </SkeletonGroup>
      <SkeletonGroup>
        <Skeleton height={240} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}

const COPIED = '链接已复制，请在电脑浏览器打开，5分钟内有效'

/** 经营看板: leads the admin of a company to its analytics in the console, by a one-time link. */
function AnalyticsCard({ companyId }: { companyId: string }) {
  const [link, setLink] = useState<string>()
  const open = useOpenAnalytics()
  const press = () =>
    open.act(companyId, {
      onDone({ kind, address }) {
        setLink(kind === 'opened' ? undefined : address)
        if (kind === 'copied') showToast(COPIED)
      },
    })
  return (
    <Card flush>
      <Cell
        title="经营看板"
        note="课时、收入、利用率和学员，适合在电脑上看"
        disabled={open.isPending}
        onPress={press}
      />
      {link && (
        <View className={classNames(styles.link, 't-sub muted')}>
          请在电脑浏览器打开，5分钟内有效，只能打开一次：
          <View className={classNames(styles.address, 'mt-4')}>{link}</View>
        </View>
      )}
    </Card>
  )
}
