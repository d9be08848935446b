import type { CompanyInvitation, findCoachToInvite } from '@paidang/api/areas/places/company-invitations'
import type { Answer } from '@paidang/api/endpoint'
import { dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { isMobile, MAX_TYPED_PHONE, plainPhone } from '@paidang/domain/kernel/phone'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { companyPath, joinCompanyPath } from '../../../paths'
import { serverOrigin } from '../../../platform/environment'
import { goTo } from '../../../platform/navigate'
import { copyText } from '../../../platform/toast'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack, MoreLink } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { Icon } from '../../../ui/icon'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom } from '../../../ui/paged-list'
import { QrCode } from '../../../ui/qr-code'
import { Segmented } from '../../../ui/segmented'
import { semantics } from '../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag, type TagKind } from '../../../ui/tag'
import { CoachOnly } from '../../people/auth/coach-only'
import { levelText } from '../../people/profile/level-scale'
import {
  useCoachToInvite,
  useCompanyInvitations,
  useInvitationChoices,
  useInviteCoach,
  useWithdrawInvitation,
} from '../companies/company-data'
import styles from './invitations.module.scss'
import { type Terms, TermsCard } from './parts/terms-card'

type Props = { companyId: string }

/** 邀请教练: by phone number or QR, with the terms; and what was sent before. */
export function InviteCoachView({ companyId }: Props) {
  return (
    <Page title="邀请教练">
      <CoachOnly>
        <InviteCoach companyId={companyId} />
      </CoachOnly>
    </Page>
  )
}

const WAYS = [
  { key: 'phone', text: '手机号' },
  { key: 'code', text: '二维码' },
] as const
type Way = (typeof WAYS)[number]['key']

const PHONE_WRONG = '请输入 11 位手机号'

function InviteCoach({ companyId }: Props) {
  const { data, cause, isPending, isFetching, refetch } = useInvitationChoices(companyId)
  const sent = useCompanyInvitations(companyId)
  useNextPageAtBottom(sent)
  const [way, setWay] = useState<Way>('phone')
  const [typed, setTyped] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [terms, setTerms] = useState<Terms>({ courseIds: [], venueIds: [] })
  const phone = isMobile(plainPhone(typed)) ? plainPhone(typed) : undefined
  const found = useCoachToInvite(companyId, phone)
  const invite = useInviteCoach()
  const skeleton = useSkeleton(isPending)
  if (!data) {
    if (cause) return <ErrorBlock title="邀请没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
    return skeleton ? <InviteSkeleton /> : null
  }
  const { link } = data
  const isReady = found.data?.result === 'READY' || found.data?.result === 'UNKNOWN'
  const lacks = way === 'phone' && !isReady ? '先填写一位可以邀请的教练的手机号' : undefined
  const send = async () => {
    const { courseIds, venueIds } = terms
    const target = way === 'phone' && phone ? { phone } : {}
    const body = { companyId, ...target, courseIds: [...courseIds], venueIds: [...venueIds] }
    if (await invite.act({ body })) setTyped('')
  }
  return (
    <>
      <CardStack className="grow">
        <Segmented items={WAYS} value={way} onChange={setWay} label="邀请方式" />
        {way === 'phone' ? (
          <Card>
            <Field
              label="教练的手机号"
              value={typed}
              onInput={setTyped}
              onBlur={() => setIsChecked(true)}
              placeholder="完整的 11 位手机号"
              icon="phone"
              type="number"
              maxLength={MAX_TYPED_PHONE}
              {...(isChecked && typed !== '' && phone === undefined && { error: PHONE_WRONG })}
            />
            <View {...semantics({ live: 'polite' })}>
              {found.cause && <ErrorBlock compact title="没有查到结果" cause={found.cause} onRetry={found.refetch} />}
              {found.data && <Found {...found.data} />}
            </View>
          </Card>
        ) : (
          <CodeCard companyId={companyId} link={link} />
        )}
        {(way === 'phone' || !link) && <TermsCard choices={data} terms={terms} onChange={setTerms} />}
        <Sent sent={sent} />
      </CardStack>
      {(way === 'phone' || !link) && (
        <ActionBar
          actions={
            <Button full busy={invite.isPending} lacks={lacks} reason={lacks} onPress={send}>
              {way === 'phone' ? '发出邀请' : '生成二维码'}
            </Button>
          }
        />
      )}
    </>
  )
}

const WHY_NOT = {
  MEMBER: '已经是本俱乐部教练',
  UNVERIFIED: '还没认证，认证通过后才能排课',
  UNAVAILABLE: '现在不能邀请这位教练',
  UNKNOWN: '还没注册，发出后把邀请链接发给对方，注册后就能答复',
} as const

/** Who has the number. Only a verified coach is shown. */
function Found({ result, coach }: Answer<typeof findCoachToInvite>) {
  const note = result === 'READY' ? undefined : WHY_NOT[result]
  return (
    <View className="mt-16 col-12">
      {coach && (
        <View className="row-12">
          <Avatar id={coach.id} src={coach.avatar} size={48} />
          <View className="grow">
            <View className="wrap-8 t-headline">
              {coach.nickname}
              <Tag kind="ok" icon="verified">
                已认证
              </Tag>
            </View>
            <View className="t-sub muted">
              <Facts>{[levelText(coach), coach.region].filter((fact) => fact !== '')}</Facts>
            </View>
          </View>
          {result === 'READY' && <Icon name="check" size={20} className={styles.ready} />}
        </View>
      )}
      {result === 'READY' && coach && coach.clubs.length > 0 && (
        <Notice tone="info">{`${coach.nickname}现在在${coach.clubs.join('、')}。加入后两家都能排课，时间不会重复。`}</Notice>
      )}
      {note && <Notice tone={result === 'UNKNOWN' ? 'info' : 'wait'}>{note}</Notice>}
    </View>
  )
}

const webAddress = (path: string) => `${serverOrigin()}/#${path}`
const copyLink = (path: string) => copyText(webAddress(path), '链接已复制')

/** The code of one invitation for whoever scans it first, and the link to ask for one. */
function CodeCard({ companyId, link }: { companyId: string; link: CompanyInvitation | null }) {
  const withdraw = useWithdrawInvitation()
  if (!link?.token)
    return (
      <Card>
        <View className="col-12">
          <View className="t-sub muted">二维码只能由一位教练使用，7 天内有效。先选好加入后的课程和场馆。</View>
          <Button kind="plain" size="m" onPress={() => copyLink(companyPath(companyId))}>
            复制申请链接
          </Button>
        </View>
      </Card>
    )
  const path = joinCompanyPath(link.id, link.token)
  return (
    <Card>
      <View className={styles.code}>
        <QrCode text={webAddress(path)} label="邀请二维码" />
        <View className={classNames(styles.center, 't-sub muted')}>
          {`只限一位教练，${monthDotDay(dayOf(new Date(link.expiresAt)))} 前有效，用一次失效`}
        </View>
        <View className="row-12">
          <Button kind="ghost" size="m" onPress={() => copyLink(path)}>
            复制链接
          </Button>
          <Button
            kind="plain"
            size="m"
            busy={withdraw.isPending}
            label="撤回二维码"
            onPress={() => withdraw.act({ params: { id: link.id }, body: {} })}
          >
            撤回
          </Button>
        </View>
      </View>
    </Card>
  )
}

const ENDS = { ACCEPTED: '已加入', REFUSED: '已拒绝', WITHDRAWN: '已撤回', EXPIRED: '已过期' } as const

function tagOf({ state, coach, kind }: CompanyInvitation): { kind: TagKind; text: string } {
  if (state !== 'PENDING') return { kind: state === 'ACCEPTED' ? 'ok' : 'mute', text: ENDS[state] }
  return { kind: 'wait', text: kind === 'REQUEST' ? '待答复' : coach ? '待同意' : '待注册' }
}

/** 已发出, and who asks to join, the latest first. */
function Sent({ sent }: { sent: ReturnType<typeof useCompanyInvitations> }) {
  const rows = sent.data?.rows ?? []
  return (
    <Card flush>
      <CardHead title="已发出" tail="7 天内有效" inset />
      {sent.data && rows.length === 0 && <Empty compact title="还没有发出邀请" />}
      {!sent.data && sent.cause && (
        <ErrorBlock compact title="邀请没有取到" cause={sent.cause} onRetry={sent.refetch} />
      )}
      {rows.map((one) => (
        <SentRow key={one.id} invitation={one} />
      ))}
      {rows.length > 0 && <ListEnd list={sent} of="邀请" />}
    </Card>
  )
}

function SentRow({ invitation }: { invitation: CompanyInvitation }) {
  const { id, coach, phone, kind, createTime, mayWithdraw } = invitation
  const withdraw = useWithdrawInvitation()
  const name = coach?.nickname ?? phone ?? ''
  const sent = `${monthDotDay(dayOf(new Date(createTime)))} ${kind === 'REQUEST' ? '申请加入' : '发出'}`
  const tag = tagOf(invitation)
  const ask = async () => {
    const isSure = await confirm({ title: `撤回给${name}的邀请？`, confirmText: '撤回', danger: true })
    if (isSure) withdraw.act({ params: { id }, body: {} })
  }
  return (
    <Cell
      lead={
        coach ? (
          <Avatar id={coach.id} src={coach.avatar} />
        ) : (
          <View className={styles.nobody}>
            <Icon name="phone" size={20} />
          </View>
        )
      }
      title={name}
      note={
        <View className="wrap-8">
          {coach || !mayWithdraw ? sent : '还没注册'}
          {mayWithdraw && kind === 'INVITE' && (
            <MoreLink text="改条件" label={`修改给${name}的条件`} onPress={() => goTo(joinCompanyPath(id))} />
          )}
        </View>
      }
      value={<Tag kind={tag.kind}>{tag.text}</Tag>}
      tail={
        kind === 'REQUEST' ? (
          <Button kind="plain" size="s" label={`查看${name}的申请`} onPress={() => goTo(joinCompanyPath(id))}>
            查看
          </Button>
        ) : (
          mayWithdraw && (
            <View className="row-8">
              {!coach && (
                <Button
                  kind="plain"
                  size="s"
                  label={`复制给${name}的链接`}
                  onPress={() => copyLink(joinCompanyPath(id))}
                >
                  链接
                </Button>
              )}
              <Button kind="plain" size="s" busy={withdraw.isPending} label={`撤回给${name}的邀请`} onPress={ask}>
                撤回
              </Button>
            </View>
          )
        )
      }
    />
  )
}

function InviteSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={44} radius={10} />
      </SkeletonGroup>
      <SkeletonGroup>
        <Skeleton height={120} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}
