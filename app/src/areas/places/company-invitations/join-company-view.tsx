import type { CompanyInvitationDetail } from '@paidang/api/areas/places/company-invitations'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import type { JoiningFault } from '@paidang/domain/areas/places/company-invitations/invitations'
import { dayOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useRef, useState } from 'react'
import { companyPath, homePath, registPath } from '../../../paths'
import { back, fromHere, goTo, replaceWith } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { HeroGround } from '../../../ui/hero-ground'
import { Icon } from '../../../ui/icon'
import { KeyValues } from '../../../ui/key-values'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { clockText, dayText } from '../../../ui/time-format'
import { useIsCoach } from '../../people/auth/identity'
import {
  useAnswerInvitation,
  useChangeInvitation,
  useCompany,
  useCompanyInvitation,
  useMyInvitations,
  useRequestToJoin,
  useWithdrawInvitation,
} from '../companies/company-data'
import styles from './invitations.module.scss'
import { namesOf, type Terms, TermsCard } from './parts/terms-card'

type Props = { id: string; token?: string | undefined }

/** 加入俱乐部: an invitation for its coach, or a request for the admin. */
export function JoinCompanyView({ id, token }: Props) {
  const isLoggedIn = useUserId() !== null
  return <Page title="加入俱乐部">{isLoggedIn ? <Invitation id={id} token={token} /> : <SignedOut />}</Page>
}

function Invitation({ id, token }: Props) {
  const { data, error, cause, isPending, isFetching, refetch } = useCompanyInvitation(id, token)
  const skeleton = useSkeleton(isPending)
  // It may have been used while it was on screen.
  if (cause && error instanceof ApiError && [404, 409].includes(error.status))
    return (
      <Empty
        title={cause}
        line="请俱乐部管理员重新发一份"
        action={{ text: '去首页', onPress: () => goTo(homePath()) }}
      />
    )
  if (data)
    return data.choices ? (
      <ForAdmin invitation={data} choices={data.choices} />
    ) : (
      <ForCoach invitation={data} token={token} />
    )
  if (cause) return <ErrorBlock title="邀请没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  return skeleton ? <JoinSkeleton /> : null
}

const ENDS = {
  ACCEPTED: '已同意加入',
  REFUSED: '已拒绝',
  WITHDRAWN: '这份邀请已撤回',
  EXPIRED: '这份邀请已过期',
} as const

/** Who invites into what, with what it changes. Terms that changed meanwhile are to be read again. */
function ForCoach({ invitation, token }: { invitation: CompanyInvitationDetail; token: string | undefined }) {
  const { id, kind, state, company, admin, revision, mayAnswer, mayWithdraw, joiningFault, expiresAt } = invitation
  const now = useMinute()
  const answer = useAnswerInvitation()
  const withdraw = useWithdrawInvitation()
  // The revision that the coach opened; another one is shown with a notice until it was read.
  const [read, setRead] = useState(revision)
  const isNew = read !== revision
  const press = useRef(false)
  const send = async (agree: boolean) => {
    if (press.current) return
    press.current = true
    const body = { agree, revision: read, ...(token && { token }) }
    const goOn = fromHere()
    const isDone = await answer.act({ params: { id }, body })
    press.current = false
    if (isDone) goOn(() => (agree ? replaceWith(companyPath(company.id)) : back()))
  }
  const refuse = async () => {
    const isSure = await confirm({ title: `不加入${company.name}？`, confirmText: '不加入', danger: true })
    if (isSure) send(false)
  }
  const until = new Date(expiresAt)
  const hasConflict = answer.error instanceof ApiError && answer.error.code !== 'revision_outdated'
  return (
    <>
      <Head
        admin={admin}
        above={kind === 'INVITE' ? `${admin.nickname} 邀请你加入` : '你申请加入'}
        name={company.name}
      />
      <CardStack className={classNames(styles.over, 'grow')}>
        <Card>
          <Numbers of={invitation} />
          {kind === 'INVITE' && (
            <>
              <View className={styles.line} />
              <KeyValues
                rows={[
                  { name: '教的课', value: namesOf(invitation.courses) || '加入后再定' },
                  { name: '场馆', value: namesOf(invitation.venues) || '加入后再定' },
                ]}
              />
            </>
          )}
        </Card>
        {state !== 'PENDING' && <Notice tone={state === 'ACCEPTED' ? 'ok' : 'wait'}>{ENDS[state]}</Notice>}
        {isNew && <Notice tone="wait">条件有更新，请再看一遍</Notice>}
        {joiningFault && <Notice tone="wait">{errors[joiningFault].message}</Notice>}
        {!joiningFault && hasConflict && answer.refusal && <Notice tone="bad">{answer.refusal}</Notice>}
        {state === 'PENDING' && (
          <>
            <WhatFollows
              company={company.name}
              otherClubs={invitation.otherClubs}
              freeCancelHours={invitation.freeCancelHours}
            />
            <View className={classNames(styles.until, 't-sub muted')}>
              {`${kind === 'INVITE' ? '邀请' : '申请'} ${dayText(dayOf(until), now)} ${clockText(until)} 前有效`}
            </View>
          </>
        )}
      </CardStack>
      {joiningFault && (
        <ActionBar
          actions={
            <>
              {mayAnswer && (
                <Button kind="plain" disabled={answer.isPending} onPress={refuse}>
                  不加入
                </Button>
              )}
              <NextStep fault={joiningFault} companyId={company.id} />
            </>
          }
        />
      )}
      {mayAnswer && !joiningFault && (
        <ActionBar
          actions={
            isNew ? (
              <Button full onPress={() => setRead(revision)}>
                我看过了
              </Button>
            ) : (
              <>
                <Button kind="plain" disabled={answer.isPending} onPress={refuse}>
                  不加入
                </Button>
                <Button full busy={answer.isPending} onPress={() => send(true)}>
                  同意加入
                </Button>
              </>
            )
          }
        />
      )}
      {mayWithdraw && (
        <ActionBar
          actions={
            <Button
              full
              kind="plain"
              busy={withdraw.isPending}
              onPress={() => withdraw.act({ params: { id }, body: {} })}
            >
              撤回申请
            </Button>
          }
        />
      )}
    </>
  )
}

/** Where a person goes who cannot join as things are. */
function NextStep({ fault, companyId }: { fault: JoiningFault; companyId: string }) {
  const isCoach = useIsCoach()
  if (fault === 'company_coach_already')
    return (
      <Button full onPress={() => replaceWith(companyPath(companyId))}>
        看这家俱乐部
      </Button>
    )
  if (fault === 'coach_not_verified' && !isCoach)
    return (
      <Button full onPress={() => goTo(registPath('coach'))}>
        申请成为教练
      </Button>
    )
  return (
    <Button full kind="plain" onPress={back}>
      返回
    </Button>
  )
}

const idOf = ({ id }: { id: string }) => id
const textOf = ({ courseIds, venueIds }: Terms) => `${[...courseIds].sort()} ${[...venueIds].sort()}`

type ForAdminProps = { invitation: CompanyInvitationDetail; choices: NonNullable<CompanyInvitationDetail['choices']> }

/** A request: the admin chooses the terms and agrees, or refuses. The terms of their own invitation they change. */
function ForAdmin({ invitation, choices }: ForAdminProps) {
  const { id, kind, state, company, coach, revision, mayAnswer, mayWithdraw } = invitation
  const before = { courseIds: invitation.courses.map(idOf), venueIds: invitation.venues.map(idOf) }
  const [terms, setTerms] = useState<Terms>(before)
  const answer = useAnswerInvitation()
  const change = useChangeInvitation()
  const isChanged = textOf(terms) !== textOf(before)
  const save = () => {
    const body = { revision, courseIds: [...terms.courseIds], venueIds: [...terms.venueIds] }
    return change.act({ params: { id }, body })
  }
  const send = (agree: boolean) => {
    const body = { agree, revision, courseIds: [...terms.courseIds], venueIds: [...terms.venueIds] }
    return answer.act({ params: { id }, body })
  }
  return (
    <>
      <Head
        admin={coach ?? invitation.admin}
        above={kind === 'REQUEST' ? `申请加入${company.name}` : `邀请加入${company.name}`}
        name={coach?.nickname ?? invitation.phone ?? '二维码邀请'}
      />
      <CardStack className={classNames(styles.over, 'grow')}>
        <Card>
          <KeyValues
            rows={[
              ...(coach && !coach.levelIsUnsaid ? [{ name: '等级', value: coach.level.toFixed(1) }] : []),
              ...(coach?.region ? [{ name: '常去地区', value: coach.region }] : []),
              { name: '现在在', value: coach?.clubs.join('、') || '没有加入俱乐部' },
            ]}
          />
        </Card>
        {state !== 'PENDING' && <Notice tone={state === 'ACCEPTED' ? 'ok' : 'wait'}>{ENDS[state]}</Notice>}
        {answer.refusal && <Notice tone="bad">{answer.refusal}</Notice>}
        {(mayAnswer || mayWithdraw) && <TermsCard choices={choices} terms={terms} onChange={setTerms} />}
      </CardStack>
      {mayWithdraw && (
        <ActionBar
          actions={
            <Button full busy={change.isPending} disabled={!isChanged} reason="没有修改" onPress={save}>
              更新条件
            </Button>
          }
        />
      )}
      {mayAnswer && (
        <ActionBar
          actions={
            <>
              <Button kind="plain" disabled={answer.isPending} onPress={() => send(false)}>
                拒绝
              </Button>
              <Button full busy={answer.isPending} onPress={() => send(true)}>
                同意加入
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

/** The page of a club where the coach does not teach: what it is, and 申请加入. */
export function ApplyToJoin({ companyId }: { companyId: string }) {
  const { data: company, cause, isFetching, refetch } = useCompany(companyId)
  const mine = useMyInvitations()
  const apply = useRequestToJoin()
  if (!company)
    return cause ? (
      <ErrorBlock title="公司没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
    ) : (
      <JoinSkeleton />
    )
  const open = mine.data?.find((one) => one.company.id === companyId)
  if (open) return <Invitation id={open.id} />
  return (
    <>
      <Head
        admin={{ id: company.adminId, avatar: null }}
        above={`管理员 ${company.adminName}`}
        name={company.companyName}
      />
      <CardStack className={classNames(styles.over, 'grow')}>
        <Card>
          <Numbers of={company} />
        </Card>
        {apply.refusal && <Notice tone="bad">{apply.refusal}</Notice>}
        <WhatFollows company={company.companyName} otherClubs={[]} freeCancelHours={company.freeCancelHours} />
      </CardStack>
      {!company.isPerson && (
        <ActionBar
          actions={
            <Button full busy={apply.isPending} onPress={() => apply.act({ body: { companyId } })}>
              申请加入
            </Button>
          }
        />
      )}
    </>
  )
}

type HeadProps = { admin: { id: string; avatar: string | null }; above: string; name: string }

function Head({ admin, above, name }: HeadProps) {
  return (
    <HeroGround className={styles.hero}>
      <View className="row-12">
        <Avatar id={admin.id} src={admin.avatar} size={44} />
        <View className="grow">
          <View className="t-sub">{above}</View>
          <View className={styles.name}>{name}</View>
        </View>
      </View>
    </HeroGround>
  )
}

function Numbers({ of }: { of: { coachCount: number; courseCount: number; studentCount: number } }) {
  const numbers = [
    { name: '教练', count: of.coachCount },
    { name: '课程', count: of.courseCount },
    { name: '学员', count: of.studentCount },
  ]
  return (
    <View className={classNames(styles.numbers, 't-sub muted')}>
      {numbers.map(({ name, count }) => (
        <View key={name} className={styles.number}>
          <View className={styles.count}>{count}</View>
          {name}
        </View>
      ))}
    </View>
  )
}

type FollowsProps = { company: string; otherClubs: readonly string[]; freeCancelHours: number }

function WhatFollows({ company, otherClubs, freeCancelHours }: FollowsProps) {
  const others = otherClubs.join('、')
  const cancel = freeCancelHours === 0 ? '开课前都免费' : `开课前 ${freeCancelHours} 小时免费`
  const lines = [
    others ? `管理员能看到你在${company}的课和学员，看不到${others}的` : `管理员能看到你在${company}的课和学员`,
    others ? `${company}排你的课之前，先避开你在${others}的课和休息` : `${company}排你的课之前，先避开你的课和休息`,
    `临时取消按${company}规则：${cancel}`,
    '随时可以离开，已确认的课上完或转给别人',
  ]
  return (
    <Card>
      <CardHead title="同意之后" />
      <View className="col-12">
        {lines.map((line) => (
          <View key={line} className={styles.what}>
            <Icon name="check" size={16} className={styles.tick} />
            <View className="grow">{line}</View>
          </View>
        ))}
      </View>
    </Card>
  )
}

function JoinSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={120} radius={16} />
      </SkeletonGroup>
      <SkeletonGroup>
        <Skeleton height={180} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}
