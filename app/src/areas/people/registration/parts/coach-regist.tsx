import type { CoachApplication, RegistInfo } from '@paidang/api/areas/people/registration'
import type { ErrorCode } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { homePath } from '../../../../paths'
import { replaceWith } from '../../../../platform/navigate'
import { linkedAddress } from '../../../../platform/picture-address'
import { useUnsaved } from '../../../../platform/unsaved'
import { useFieldChecks } from '../../../../platform/use-field-checks'
import { useMinute } from '../../../../platform/use-minute'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { Card, CardHead, CardStack } from '../../../../ui/card'
import { confirmLeave } from '../../../../ui/confirm'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { Field } from '../../../../ui/field'
import { KeyValues } from '../../../../ui/key-values'
import { Notice } from '../../../../ui/notice'
import { Page } from '../../../../ui/page'
import { PictureViewer } from '../../../../ui/picture-viewer'
import { pressable } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { Stepper } from '../../../../ui/stepper'
import { Tag } from '../../../../ui/tag'
import { momentText } from '../../../../ui/time-format'
import { PicturesField, usePictureUploads } from '../../../ground/files/pictures-upload'
import { useSubmitAfterUploads } from '../../../ground/files/submit-after-uploads'
import { RegionField } from '../../addresses/region-field'
import { chooseIdentity, useIsCoach } from '../../auth/identity'
import { useApplyAsCoach, useRegistInfo } from '../registration-data'
import styles from './coach-regist.module.scss'
import { RegistHero } from './regist-hero'

/** 申请成为教练: the form, and the result of an application. */
export function CoachRegist() {
  const { data, cause, isPending, isFetching, refetch } = useRegistInfo(outcomes.readRegistration)
  const showsSkeleton = useSkeleton(isPending)
  return (
    <Page
      title="申请成为教练"
      hero={<RegistHero title="成为拍档教练" line="提交资质，审核通过后就能管理学员、课程和场馆" />}
    >
      {showsSkeleton ? (
        <ApplicationSkeleton />
      ) : data ? (
        <Application info={data} />
      ) : (
        cause && <ErrorBlock title="注册信息没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
      )}
    </Page>
  )
}

function Application({ info: { player, coach } }: { info: RegistInfo }) {
  const [appliesAgain, setAppliesAgain] = useState(false)
  if (useIsCoach()) return <AlreadyCoach application={coach} />
  if (coach?.approveStatus === APPROVAL.PENDING) return <Waiting application={coach} />
  if (coach?.approveStatus === APPROVAL.REJECTED && !appliesAgain) {
    return <Rejected application={coach} onAgain={() => setAppliesAgain(true)} />
  }
  return <CoachForm before={coach} region={player.region} />
}

/** Shows the coach's side from now on, at its home. */
function openCoachHome() {
  chooseIdentity('coach')
  replaceWith(homePath())
}

function AlreadyCoach({ application }: { application: CoachApplication | null }) {
  return (
    <>
      <Empty
        title="已是教练"
        line="教练首页有日程、学员和场馆，在我的页面可以切换身份"
        action={{ text: '进入教练首页', onPress: openCoachHome }}
      />
      {application && (
        <CardStack>
          <ApplicationCard application={application} />
        </CardStack>
      )}
    </>
  )
}

function Waiting({ application }: { application: CoachApplication }) {
  return (
    <CardStack>
      <Notice tone="wait" icon="clock">
        审核中，结果会用消息告诉你。审核期间你仍是球员，约课和约球不受影响。
      </Notice>
      <ApplicationCard application={application} />
      <Button kind="plain" full onPress={() => replaceWith(homePath())}>
        回首页
      </Button>
    </CardStack>
  )
}

function Rejected({ application, onAgain }: { application: CoachApplication; onAgain: () => void }) {
  return (
    <CardStack>
      <Card>
        <Notice tone="bad" icon="warning">
          {application.reason === '' ? '申请未通过' : `申请未通过：${application.reason}`}
        </Notice>
      </Card>
      <ApplicationCard application={application} />
      <Button full onPress={onAgain}>
        重新申请
      </Button>
    </CardStack>
  )
}

function ApplicationSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={360} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}

type Props = {
  /** The refused application before. The form begins with its text; certificates are chosen anew. */
  before: CoachApplication | null
  /** The region of the user as a player. */
  region: string
}

/** The form of the application to be a coach. Input that could not be sent stays. */
function CoachForm({ before, region }: Props) {
  const [begin] = useState<CoachDraft>(() => ({
    realName: before?.realName ?? '',
    yearsTeaching: before?.yearsTeaching ?? 1,
    region: before?.region ?? region,
    introduction: before?.introduction ?? '',
  }))
  const [draft, setDraft] = useState(begin)
  const certificates = usePictureUploads('certificate', MAX_CERTIFICATES, [])
  const checks = useFieldChecks<CoachField>()
  const apply = useApplyAsCoach()
  const [isDone, setIsDone] = useState(false)
  const isChanged =
    certificates.pictures.length > 0 ||
    (Object.keys(begin) as (keyof CoachDraft)[]).some((key) => begin[key] !== draft[key])
  const endQuestion = useUnsaved(isChanged && !isDone, () => {
    submit.cancel()
    return confirmLeave()
  })

  const set = (change: Partial<CoachDraft>) => setDraft((now) => ({ ...now, ...change }))
  const faults = coachFaults(draft, certificates.pictures.length > 0 || certificates.isUnderWay)
  const check = () => {
    checks.send()
    return Object.keys(faults).length === 0
  }
  const send = () => {
    const onDone = () => {
      setIsDone(true)
      endQuestion()
    }
    apply.act(coachForm(draft, certificates.paths), { onDone })
  }
  const uploads = [{ label: '资质照片', upload: certificates }]
  const submit = useSubmitAfterUploads({ uploads, isSending: apply.isPending || isDone, check, send })
  return (
    <>
      <CardStack className="grow">
        <Card>
          <Field
            label="真实姓名"
            value={draft.realName}
            onInput={(realName) => set({ realName })}
            onBlur={() => checks.leave('realName')}
            maxLength={MAX_REAL_NAME}
            autoComplete="name"
            hint="只给审核人员看，学员看到的是昵称"
            error={checks.told('realName', faults.realName)}
          />
          <View className="mb-12">
            <View className="mb-4 t-sub muted">教龄</View>
            <Stepper
              label="教龄"
              unit="年"
              value={draft.yearsTeaching}
              min={0}
              max={MAX_YEARS}
              onChange={(yearsTeaching) => set({ yearsTeaching })}
            />
          </View>
          <RegionField label="执教地区" value={draft.region} onChoose={(chosen) => set({ region: chosen })} />
          <Field
            label="教学介绍（选填）"
            value={draft.introduction}
            onInput={(introduction) => set({ introduction })}
            placeholder="擅长的水平和年龄、比赛经历、教学方式"
            maxLength={MAX_INTRODUCTION}
            hint={`${draft.introduction.length}/${MAX_INTRODUCTION}`}
            multiline
          />
        </Card>
        <Card>
          <PicturesField
            label="资质照片"
            uploads={certificates}
            hint="教练证或比赛证书，1 至 6 张，只有审核人员看得到"
            error={checks.told('certificates', faults.certificates)}
          />
        </Card>
        {apply.refusal && (
          <Notice tone="bad" icon="warning">
            {apply.refusal}
          </Notice>
        )}
      </CardStack>
      <ActionBar
        actions={
          <Button full {...submit.button}>
            提交申请
          </Button>
        }
      />
    </>
  )
}

/** The limits of each part of an application. Source: contract of regist-coach */
const MAX_REAL_NAME = 20
const MAX_YEARS = 60
const MAX_INTRODUCTION = 500
const MAX_CERTIFICATES = 6

/** The draft of an application; its certificates have a state of their own. */
type CoachDraft = { realName: string; yearsTeaching: number; region: string; introduction: string }

/** A part that can have a fault. */
type CoachField = 'realName' | 'certificates'

/** The fault of each part. */
function coachFaults({ realName }: CoachDraft, hasCertificates: boolean): Partial<Record<CoachField, ErrorCode>> {
  const faults: Partial<Record<CoachField, ErrorCode>> = {}
  if (realName.trim() === '') faults.realName = 'real_name_missing'
  if (!hasCertificates) faults.certificates = 'certificates_missing'
  return faults
}

/** The application as the server takes it. */
function coachForm(draft: CoachDraft, paths: readonly string[]) {
  const { realName, yearsTeaching, region, introduction } = draft
  return {
    realName: realName.trim(),
    yearsTeaching,
    region,
    introduction: introduction.trim(),
    certificates: [...paths],
  }
}

/** The content of an application, and its result. */
function ApplicationCard({ application }: { application: CoachApplication }) {
  const { realName, yearsTeaching, region, introduction, certificates, createTime } = application
  const [viewed, setViewed] = useState<number>()
  const now = useMinute()
  const pictures = certificates.map(({ url }) => ({ address: linkedAddress(url), label: '资质照片' }))
  return (
    <Card>
      <CardHead title="提交的内容" tail={<StateTag approveStatus={application.approveStatus} />} />
      <KeyValues
        rows={[
          { name: '姓名', value: realName },
          { name: '教龄', value: `${yearsTeaching} 年` },
          { name: '执教地区', value: region === '' ? '未填写' : region },
          { name: '提交时间', value: momentText(new Date(createTime), now) },
        ]}
      />
      {introduction !== '' && <View className="mt-8 t-body muted">{introduction}</View>}
      <View className="mt-12 wrap-8">
        {pictures.map(({ address }, at) => (
          <View
            key={certificates[at]?.relativePath}
            className={styles.picture}
            {...pressable({ label: `查看资质照片第 ${at + 1} 张`, onPress: () => setViewed(at) })}
          >
            <Image className={styles.image} src={address} mode="aspectFill" />
          </View>
        ))}
      </View>
      <PictureViewer pictures={pictures} at={viewed} onChange={setViewed} />
    </Card>
  )
}

function StateTag({ approveStatus }: Pick<CoachApplication, 'approveStatus'>) {
  if (approveStatus === APPROVAL.APPROVED) return <Tag kind="ok">已通过</Tag>
  if (approveStatus === APPROVAL.REJECTED) return <Tag kind="bad">未通过</Tag>
  return <Tag kind="wait">审核中</Tag>
}
