import type { OpenedInvitation } from '@paidang/api/areas/activities/student-invitations'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { accountPath, bookingClassPath, claimPath, coachPagePath, homePath, userCardPath } from '../../../paths'
import { goTo, goToLogin, replaceWith } from '../../../platform/navigate'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { HeroGround } from '../../../ui/hero-ground'
import { KeyValues } from '../../../ui/key-values'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { clockText, dayText } from '../../../ui/time-format'
import { useFeature } from '../../ground/features/features-data'
import { BindPhone, useCanProvePhone } from '../../people/account/bind-phone'
import { levelText } from '../../people/profile/level-scale'
import { useContractsWithCoach } from '../booking/contracts-data'
import { useMyClaims } from '../roster/roster-data'
import styles from './student-invitations.module.scss'
import { tokenOf, useAcceptInvitation, useOpenedInvitation } from './student-invitations-data'

type Props = { t?: string | undefined; scene?: string | undefined }

/** 学员邀请: who opens the link sees who invites, and agrees once they proved the invited number. Open to guests. */
export function OpenedInvitationView({ t, scene }: Props) {
  const token = tokenOf({ t, scene })
  const { data, error, cause, isPending, isFetching, refetch } = useOpenedInvitation(token)
  const skeleton = useSkeleton(isPending && token !== null)
  const content = () => {
    if (token === null || (error instanceof ApiError && error.status < 500))
      return (
        <Empty
          title={errors.student_invitation_not_found.message}
          line="请教练重新发一份"
          action={{ text: '去首页', onPress: () => goTo(homePath()) }}
        />
      )
    if (data) return <Opened invitation={data} token={token} refetch={refetch} />
    if (cause) return <ErrorBlock title="邀请没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
    return skeleton ? <OpenedSkeleton /> : null
  }
  return <Page title="学员邀请">{content()}</Page>
}

const ENDS = {
  ACCEPTED: errors.student_invitation_used.message,
  WITHDRAWN: errors.student_invitation_withdrawn.message,
  EXPIRED: errors.student_invitation_expired.message,
} as const

/**
 * Why the reader cannot agree yet, and what helps; undefined for who can, and for a guest, who logs in first. Where
 * nothing proves a number here, the coach shows a code.
 */
function hindrance(
  { state, standing, phone }: OpenedInvitation,
  { canProve, hasWechat }: { canProve: boolean; hasWechat: boolean },
): string | undefined {
  if (state === 'PENDING') {
    if (standing === 'SELF') return '这是你自己发出的邀请，请发给学员'
    if (standing === 'OTHER_PHONE')
      return `这份邀请是给 ${phone} 的。请用这个号码的账号打开，或请教练按你现在的号码重新发`
    if (standing !== 'UNPROVED') return undefined
    if (canProve) return '请先验证手机号，再接受邀请'
    return `手机号还没有验证：${hasWechat ? '请在微信小程序里打开，或' : ''}请教练给你一个认领码`
  }
  return `${ENDS[state]}。也可以在教练主页申请成为学员`
}

type OpenedProps = { invitation: OpenedInvitation; token: string; refetch: () => unknown }

function Opened({ invitation, token, refetch }: OpenedProps) {
  const { coach, company, course, phone, state, standing, isStudent, expiresAt } = invitation
  const now = useMinute()
  const accept = useAcceptInvitation()
  const until = new Date(expiresAt)
  const canProve = useCanProvePhone()
  const hasWechat = useFeature('wechat') === true
  const why = isStudent ? undefined : hindrance(invitation, { canProve, hasWechat })
  const { data: contracts } = useContractsWithCoach(isStudent ? coach.id : null)
  const lacksHours = contracts?.length === 0
  const claims = useWaitingCount(isStudent)
  const isOpen = state === 'PENDING' && !isStudent
  const leadsToCoach = !isStudent && standing !== 'SELF' && (!isOpen || standing === 'OTHER_PHONE')
  return (
    <>
      <HeroGround className={styles.hero}>
        <View className="row-12">
          <Avatar id={coach.id} src={coach.avatar} size={64} />
          <View className="grow">
            <View className="t-sub">邀请你成为学员</View>
            <View className={styles.name}>{coach.nickname}</View>
            <View className="wrap-8 mt-4">
              {!coach.levelIsUnsaid && <Tag kind="lime">{levelText(coach)}</Tag>}
              {coach.isVerified && (
                <Tag kind="veil" icon="verified">
                  已认证
                </Tag>
              )}
            </View>
          </View>
        </View>
      </HeroGround>
      <CardStack className={classNames(styles.over, 'grow')}>
        <Card>
          <KeyValues
            rows={[
              { name: '俱乐部', value: company.name },
              ...(course ? [{ name: '课程', value: course.name }] : []),
              { name: '只限手机号', value: phone },
              ...(isOpen ? [{ name: '有效期', value: `${dayText(dayOf(until), now)} ${clockText(until)} 前` }] : []),
            ]}
          />
        </Card>
        {isStudent && (
          <Notice tone="ok">{`你已是${coach.nickname}的学员${nextStep(claims, contracts?.length)}`}</Notice>
        )}
        {why && <Notice tone="wait">{why}</Notice>}
        {accept.refusal && <Notice tone="bad">{accept.refusal}</Notice>}
        {!leadsToCoach && (
          <Card flush>
            <Cell icon="person" title="看教练主页" onPress={() => goTo(coachPagePath(coach.id))} />
          </Card>
        )}
        {isOpen && standing !== 'SELF' && standing !== 'OTHER_PHONE' && (
          <View className={classNames(styles.center, 't-sub muted')}>接受后教练能看到你的名片，可以替你约课</View>
        )}
      </CardStack>
      <ActionBar
        actions={
          isStudent ? (
            claims > 0 ? (
              <Button full onPress={() => goTo(claimPath())}>
                认领课时
              </Button>
            ) : lacksHours ? (
              <Button full onPress={() => goTo(userCardPath({ id: coach.id }))}>
                联系教练买课时
              </Button>
            ) : (
              <Button full onPress={() => replaceWith(bookingClassPath())}>
                去约课
              </Button>
            )
          ) : standing === 'SELF' ? (
            <Button full kind="plain" onPress={() => goTo(homePath())}>
              去首页
            </Button>
          ) : !isOpen ? (
            <Button full onPress={() => goTo(coachPagePath(coach.id))}>
              去教练主页
            </Button>
          ) : standing === 'OTHER_PHONE' ? (
            <>
              <Button kind="plain" onPress={() => goTo(accountPath())}>
                看我的号码
              </Button>
              <Button full onPress={() => goTo(coachPagePath(coach.id))}>
                去教练主页
              </Button>
            </>
          ) : standing === 'GUEST' ? (
            <Button full onPress={goToLogin}>
              登录后接受
            </Button>
          ) : standing === 'UNPROVED' ? (
            canProve ? (
              <BindPhone full onDone={async () => void (await refetch())} />
            ) : (
              <Button full kind="plain" onPress={() => goTo(claimPath())}>
                用认领码
              </Button>
            )
          ) : (
            <Button full busy={accept.isPending} onPress={() => accept.act({ body: { token } })}>
              同意，成为学员
            </Button>
          )
        }
      />
    </>
  )
}

/** How many registrations wait to be claimed: hours that the club keeps for the number come next. */
function useWaitingCount(isStudent: boolean): number {
  const { data = [] } = useMyClaims(isStudent)
  return data.flatMap(({ students }) => students.filter(({ state }) => state === 'WAITING')).length
}

/** What a new student does next, once it is known how many contracts can be used. */
function nextStep(claims: number, contracts: number | undefined): string {
  if (claims > 0) return '，有课时等你认领'
  if (contracts === undefined) return ''
  return contracts > 0 ? '，可以约课了' : '。还差一步：联系教练买课时，登记后就能约课'
}

function OpenedSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={120} radius={16} />
      </SkeletonGroup>
      <SkeletonGroup>
        <Skeleton height={120} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}
