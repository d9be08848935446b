import type { OpenedInvitation } from '@paidang/api/areas/activities/student-invitations'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { bookingClassPath, claimPath, coachPagePath, homePath } from '../../../paths'
import { goTo, goToLogin, replaceWith } from '../../../platform/navigate'
import { useMinute } from '../../../platform/use-minute'
import { HAS_WECHAT } from '../../../platform/wechat-code'
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
import { BindPhone } from '../../people/account/bind-phone'
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

/** Why the reader cannot agree yet; undefined for who can, and for a guest, who logs in first. */
function hindrance({ state, standing, phone }: OpenedInvitation): string | undefined {
  if (state !== 'PENDING') return ENDS[state]
  if (standing === 'SELF') return '这是你自己发出的邀请'
  if (standing === 'OTHER_PHONE') return `这份邀请是给 ${phone} 的`
  if (standing === 'UNPROVED')
    return HAS_WECHAT ? '请先绑定手机号，再接受邀请' : '请在微信小程序里打开并验证手机号，或用教练给的认领码'
  return undefined
}

type OpenedProps = { invitation: OpenedInvitation; token: string; refetch: () => unknown }

function Opened({ invitation, token, refetch }: OpenedProps) {
  const { coach, company, course, phone, state, standing, isStudent, expiresAt } = invitation
  const now = useMinute()
  const accept = useAcceptInvitation()
  const until = new Date(expiresAt)
  const why = isStudent ? undefined : hindrance(invitation)
  const isOpen = state === 'PENDING' && !isStudent
  return (
    <>
      <HeroGround className={styles.hero}>
        <View className="row-12">
          <Avatar id={coach.id} src={coach.avatar} size={64} />
          <View className="grow">
            <View className="t-sub">邀请你成为学员</View>
            <View className={styles.name}>{coach.nickname}</View>
            <View className="wrap-8 mt-4">
              <Tag kind="lime">{`等级 ${coach.level.toFixed(1)}`}</Tag>
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
        {isStudent && <Notice tone="ok">{`你已是${coach.nickname}的学员，可以约课了`}</Notice>}
        {why && <Notice tone="wait">{why}</Notice>}
        {accept.refusal && <Notice tone="bad">{accept.refusal}</Notice>}
        {isStudent && <Claims />}
        <Card flush>
          <Cell icon="person" title="看教练主页" onPress={() => goTo(coachPagePath(coach.id))} />
        </Card>
        {isOpen && standing !== 'SELF' && standing !== 'OTHER_PHONE' && (
          <View className={classNames(styles.center, 't-sub muted')}>接受后教练能看到你的名片，可以替你约课</View>
        )}
      </CardStack>
      <ActionBar
        actions={
          isStudent ? (
            <Button full onPress={() => replaceWith(bookingClassPath())}>
              去约课
            </Button>
          ) : !isOpen || standing === 'SELF' || standing === 'OTHER_PHONE' ? (
            <Button full kind="plain" onPress={() => goTo(homePath())}>
              去首页
            </Button>
          ) : standing === 'GUEST' ? (
            <Button full onPress={goToLogin}>
              登录后接受
            </Button>
          ) : standing === 'UNPROVED' ? (
            HAS_WECHAT ? (
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

/** Hours that the club keeps for the number are claimed next. */
function Claims() {
  const { data = [] } = useMyClaims()
  const waits = data.some(({ students }) => students.some(({ state }) => state === 'WAITING'))
  if (!waits) return null
  return (
    <Card flush>
      <Cell icon="document" title="有课时等你认领" note="教练登记过你的课时" onPress={() => goTo(claimPath())} />
    </Card>
  )
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
