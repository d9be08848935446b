import { uploadStaffFile } from '@paidang/api/areas/ground/files'
import { queryCompanies } from '@paidang/api/areas/places/admin-companies'
import * as calls from '@paidang/api/areas/views/admin-adverts'
import {
  advertForOperator,
  advertsForOperator,
  createAdvert,
  findCompanyTargets,
  findTargets,
  type ManagedAdvert,
  updateAdvert,
} from '@paidang/api/areas/views/admin-adverts'
import {
  ADVERT_LENGTHS,
  ADVERT_PLACE_NAMES,
  ADVERT_PLACES,
  ADVERT_STATE_NAMES,
  type AdvertPlace,
} from '@paidang/domain/areas/views/home/advert'
import {
  COMPANY_TARGET_KINDS,
  nameOfPage,
  TARGET_KIND_NAMES,
  TARGET_KINDS,
  TARGET_PAGES,
  type TargetKind,
  thingOfRoute,
} from '@paidang/domain/areas/views/home/advert-target'
import { Alert, Button, Card, DatePicker, Descriptions, Flex, Form, Input, Radio, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { ListTable } from '../../../ui/data-table'
import { NOTHING, when } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { type Picture, publicPicture, UploadPictures } from '../../../ui/pictures'
import { useAction, useGoOn } from '../../../ui/use-action'
import { type Typing, useSeen } from '../../../ui/use-seen'
import { EndButton } from './adverts-page'
import './advert-preview.css'

/** One advert: its data at the left, its preview at the right. */
export function AdvertPage() {
  const { id = '' } = useParams()
  const read = useRead(calls.advertForOperator, { params: { id } })
  const advert = read.data?.id === id && !read.isError ? read.data : undefined
  if (!advert) return <Opening name="广告" list="/adverts" read={read} />
  return (
    <Page
      title={advert.title}
      about={`${ADVERT_PLACE_NAMES[advert.place]} · ${ADVERT_STATE_NAMES[advert.state]}`}
      actions={
        <>
          {(advert.state === 'running' || advert.state === 'gone') && <EndButton advert={advert} />}
          <DeleteButton advert={advert} />
        </>
      }
    >
      {advert.state === 'gone' && <GoneAlert />}
      {advert.isOfCompany ? (
        <WrittenByCompany advert={advert} />
      ) : (
        <AdvertForm key={id} advert={advert} place={advert.place} />
      )}
      <DaysCard endpoint={calls.advertDays} id={id} />
    </Page>
  )
}

/** What has to be done about an advert that nobody sees any more. */
export function GoneAlert() {
  return (
    <Alert
      type="error"
      showIcon
      title="它打开的内容没有了，已自动下线"
      description="换一个内容并保存，就会重新投放。"
    />
  )
}

/** What a company wrote: operators read it, and end or delete it. */
function WrittenByCompany({ advert }: { advert: ManagedAdvert }) {
  const { club, terms, targetName, beginsAt, endsAt, place, label, title, subtitle, image } = advert
  return (
    <Flex gap={16} align="flex-start" wrap>
      <Card style={{ flex: '1 1 520px', minWidth: 0 }}>
        <Descriptions
          column={1}
          items={[
            { key: 'club', label: '公司', children: club },
            { key: 'target', label: '打开', children: targetName ?? '单独的活动页' },
            { key: 'time', label: '投放', children: `${when(beginsAt)} 至 ${when(endsAt)}` },
            { key: 'terms', label: '条款', children: terms || NOTHING },
          ]}
        />
      </Card>
      <Card title="首页上的样子" style={{ flex: '0 1 391px', minWidth: 0 }}>
        <AdvertPreview {...{ place, label, title, subtitle }} picture={image ? publicPicture(image).url : undefined} />
      </Card>
    </Flex>
  )
}

/** How often an advert was seen and pressed, day by day. */
export function DaysCard({
  endpoint,
  id,
}: {
  endpoint: typeof calls.advertDays | typeof calls.companyAdvertDays
  id: string
}) {
  const { data } = useRead(endpoint, { params: { id } })
  return (
    <Card title="看过与点击">
      <ListTable
        rows={data ? [...data].reverse() : undefined}
        rowKey="day"
        empty="还没有人看过"
        columns={[
          { title: '日期', dataIndex: 'day' },
          { title: '看过', dataIndex: 'seen', align: 'right' },
          { title: '点击', dataIndex: 'pressed', align: 'right' },
          {
            title: '点击率',
            align: 'right',
            render: (_, { seen, pressed }) => (seen === 0 ? NOTHING : `${Math.round((pressed / seen) * 100)}%`),
          },
        ]}
      />
    </Card>
  )
}

/** The form of a new advert, for the place of the list before. */
export function NewAdvertPage() {
  const [params] = useSearchParams()
  return (
    <Page title="新增广告">
      <AdvertForm place={ADVERT_PLACES.find((place) => place === params.get('place')) ?? 'top'} />
    </Page>
  )
}

function DeleteButton({ advert: { id, title, place, revision } }: { advert: calls.ManagedAdvert }) {
  const goOn = useGoOn()
  const { doAfterAsking } = useAction()
  const remove = useWrite(calls.deleteAdvert, { changes: [calls.advertsForOperator] })
  return (
    <Button
      danger
      onClick={() =>
        doAfterAsking({
          run: async () => {
            await remove.mutateAsync({ params: { id }, query: { revision } })
            goOn(`/adverts?place=${place}`, { discards: true })
          },
          done: '广告已删除',
          title: `删除「${title}」？`,
          effect: '首页马上不再显示它。删除后不能恢复，只是暂停投放请用结束。',
          okText: '删除',
        })
      }
    >
      删除广告
    </Button>
  )
}

type Typed = Omit<calls.AdvertForm, 'image' | 'beginsAt' | 'endsAt'> & {
  pictures: Picture[]
  beginsAt: Dayjs
  endsAt: Dayjs
}

const CHANGES = { changes: [advertsForOperator, advertForOperator] }

/** How the author of an advert writes it. */
export type AdvertWrites = {
  upload: (file: File) => Promise<Picture>
  save: (form: calls.AdvertForm, present: ManagedAdvert | undefined) => Promise<ManagedAdvert>
  isPending: boolean
  listAfter: (saved: ManagedAdvert) => string
}

function useOperatorWrites(): AdvertWrites {
  const create = useWrite(createAdvert, CHANGES)
  const update = useWrite(updateAdvert, CHANGES)
  const upload = useWrite(uploadStaffFile)
  return {
    upload: (file) => upload.mutateAsync({ query: { purpose: 'advert' }, file }),
    save: (body, present) =>
      present
        ? update.mutateAsync({ params: { id: present.id }, body: { ...body, revision: present.revision } })
        : create.mutateAsync({ body }),
    isPending: create.isPending || update.isPending,
    listAfter: ({ place, state }) => `/adverts?place=${place}${state === 'over' ? '&over=1' : ''}`,
  }
}

/** The form of operators. */
export function AdvertForm({ advert, place }: { advert?: ManagedAdvert; place: AdvertPlace }) {
  return <FormOf advert={advert} place={place} writes={useOperatorWrites()} />
}

type FormProps = {
  advert: ManagedAdvert | undefined
  place: AdvertPlace
  writes: AdvertWrites
  /** A company writes cards that lead to what is its own: it chooses neither place nor company. */
  isOfCompany?: boolean
}

/** The form of an advert, with a preview of the app. */
export function FormOf({ advert, ...rest }: FormProps) {
  const { seen, key, notice, typing } = useSeen(advert)
  return (
    <>
      {notice}
      <FormAndPicture key={key} advert={seen} typing={typing} {...rest} />
    </>
  )
}

function FormAndPicture({
  advert,
  place,
  writes,
  isOfCompany = false,
  typing: { onTyped, save },
}: FormProps & { typing: Typing }) {
  const goOn = useGoOn()
  const { doIt } = useAction()
  const [form] = Form.useForm<Typed>()
  const initial = typedOf(advert, place)
  const typed = { ...initial, ...Form.useWatch([], form) }
  const submit = async ({ pictures, beginsAt, endsAt, ...said }: Typed) => {
    const schedule = { beginsAt: beginsAt.toISOString(), endsAt: endsAt.toISOString() }
    const body = { ...said, companyId: said.companyId ?? null, ...schedule, image: pictures[0]?.relativePath ?? null }
    const done = ({ pending }: ManagedAdvert) => {
      if (pending.length > 0) return '已保存，审核通过后显示'
      return advert ? '广告已保存' : '广告已新增'
    }
    const saved = await doIt({ run: () => save(() => writes.save(body, advert)), done })
    if (saved) goOn(writes.listAfter(saved))
  }
  return (
    <Flex gap={16} align="flex-start" wrap>
      <Card style={{ flex: '1 1 520px', minWidth: 0 }}>
        <Form<Typed>
          form={form}
          layout="vertical"
          scrollToFirstError
          initialValues={initial}
          onValuesChange={onTyped}
          onFinish={submit}
        >
          <Form.Item name="place" label="位置" hidden={isOfCompany}>
            <Radio.Group options={ADVERT_PLACES.map((value) => ({ value, label: ADVERT_PLACE_NAMES[value] }))} />
          </Form.Item>
          <Form.Item
            name="title"
            label="标题"
            rules={[{ required: true, whitespace: true, message: '请填写广告标题' }]}
          >
            <Input maxLength={ADVERT_LENGTHS.title} showCount />
          </Form.Item>
          <Form.Item name="subtitle" label="副标题（选填）">
            <Input maxLength={ADVERT_LENGTHS.subtitle} showCount />
          </Form.Item>
          <Form.Item name="label" label="标签（选填）" extra="标题前的小字，如：新课">
            <Input maxLength={ADVERT_LENGTHS.label} showCount />
          </Form.Item>
          <Form.Item
            name="pictures"
            label="图片（选填）"
            extra={isOfCompany ? '建议正方形' : '顶部轮播建议 686 × 296，主体靠右；首页卡片建议正方形'}
          >
            <UploadPictures label="广告图片" upload={writes.upload} />
          </Form.Item>
          <Form.Item name="target" label="点击后打开" required rules={[{ validator: isChosen }]}>
            <TargetField
              targetName={advert?.targetName ?? null}
              {...(isOfCompany && { kinds: COMPANY_TARGET_KINDS })}
            />
          </Form.Item>
          {!isOfCompany && (
            <Form.Item
              name="companyId"
              label="公司（选填）"
              extra="选了公司，活动页有它的电话和咨询；单独的活动页必须选"
            >
              <CompanySelect
                known={advert?.companyId && advert.club ? { id: advert.companyId, name: advert.club } : undefined}
              />
            </Form.Item>
          )}
          <Form.Item name="terms" label="条款（选填）" extra="填了条款，点广告先打开活动页，读完再去约或买">
            <Input.TextArea maxLength={ADVERT_LENGTHS.terms} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
          <Flex gap={16} wrap>
            <Form.Item name="beginsAt" label="投放开始" rules={[{ required: true, message: '请选择投放开始时间' }]}>
              <DatePicker {...MOMENT} />
            </Form.Item>
            <Form.Item name="endsAt" label="投放结束" rules={[{ required: true, message: '请选择投放结束时间' }]}>
              <DatePicker {...MOMENT} />
            </Form.Item>
          </Flex>
          <Button type="primary" htmlType="submit" loading={writes.isPending}>
            {advert ? '保存' : '新增广告'}
          </Button>
        </Form>
      </Card>
      <Card title="首页上的样子" style={{ flex: '0 1 391px', minWidth: 0 }}>
        <AdvertPreview {...typed} picture={typed.pictures[0]?.url} />
      </Card>
    </Flex>
  )
}

/** The company whose offer it is, found by its name. */
function CompanySelect({
  known,
  value,
  onChange,
}: {
  known: { id: string; name: string } | undefined
  value?: string | null
  onChange?: (id: string | null) => void
}) {
  const [keyword, setKeyword] = useState('')
  const { data } = useRead(queryCompanies, { query: { current: 1, rows: 20, keyword, isClosed: false } })
  const found = (data?.rows ?? []).map(({ id, companyName }) => ({ value: id, label: companyName }))
  const isKnown = known && !found.some((option) => option.value === known.id)
  return (
    <Select
      aria-label="公司"
      allowClear
      placeholder="输入名称查找公司"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      notFoundContent="没有找到"
      options={isKnown ? [{ value: known.id, label: known.name }, ...found] : found}
      value={value ?? null}
      onChange={(id) => onChange?.(id ?? null)}
    />
  )
}

/** A time with minutes. */
const MOMENT = { showTime: { format: 'HH:mm' }, format: 'YYYY-MM-DD HH:mm', needConfirm: false }

/** An advert with a target needs the choice of the target. */
async function isChosen(_rule: unknown, target: string | null): Promise<void> {
  if (target === '') throw new Error('请选择点击后打开的内容')
}

type Written = Pick<Typed, 'place' | 'label' | 'title' | 'subtitle' | 'pictures'>

/** What the author typed last: what waits stands before what others see. */
function typedOf(advert: ManagedAdvert | undefined, place: AdvertPlace): Written & Partial<Typed> {
  if (!advert) return { place, label: '', title: '', subtitle: '', terms: '', pictures: [], target: '' }
  const latest = (name: 'label' | 'title' | 'subtitle' | 'terms' | 'image') =>
    advert.pending.find(({ field }) => field === name)?.value ?? advert[name] ?? ''
  const image = latest('image')
  const { companyId, target, beginsAt, endsAt } = advert
  return {
    place: advert.place,
    label: latest('label'),
    title: latest('title'),
    subtitle: latest('subtitle'),
    terms: latest('terms'),
    companyId,
    pictures: image === '' ? [] : [publicPicture(image)],
    target,
    beginsAt: dayjs(beginsAt),
    endsAt: dayjs(endsAt),
  }
}

type Kind = 'none' | 'page' | TargetKind

type TargetFieldProps = {
  /** The name of the stored target, which a search may not find. */
  targetName: string | null
  /** As in a form field; null has no target, '' is a choice still to be made. */
  value?: string | null
  onChange?: (target: string | null) => void
  /** The kinds of a company's own things; without them all kinds and pages. */
  kinds?: readonly (typeof COMPANY_TARGET_KINDS)[number][]
}

const KIND_OPTIONS: { value: Kind; label: string }[] = [
  { value: 'none', label: '单独的活动页' },
  { value: 'page', label: '页面' },
  ...TARGET_KINDS.map((value) => ({ value, label: TARGET_KIND_NAMES[value] })),
]

/** The target of an advert: none, a page of the app, or an object that is searched by its name. */
function TargetField({ targetName, kinds, value = null, onChange }: TargetFieldProps) {
  const [kind, setKind] = useState<Kind>(() => (value === '' && kinds?.[0]) || kindOf(value))
  const [stored] = useState(value)
  const choose = (next: Kind) => {
    setKind(next)
    onChange?.(next === 'none' ? null : '')
  }
  return (
    <Flex gap={8} wrap>
      <Select
        aria-label="跳转方式"
        style={{ width: 140 }}
        options={
          kinds
            ? KIND_OPTIONS.filter(({ value: one }) => one === 'none' || kinds.some((own) => own === one))
            : KIND_OPTIONS
        }
        value={kind}
        onChange={choose}
      />
      {kind === 'page' && (
        <Select
          aria-label="跳转页面"
          placeholder="选择页面"
          style={{ flex: '1 1 200px' }}
          options={TARGET_PAGES.map(({ path, name }) => ({ value: path, label: name }))}
          value={value && nameOfPage(value) ? value : null}
          onChange={(path) => onChange?.(path)}
        />
      )}
      {kind !== 'none' && kind !== 'page' && (
        <ThingSelect
          key={kind}
          kind={kind}
          endpoint={kinds ? findCompanyTargets : findTargets}
          value={value || null}
          known={stored !== null && targetName !== null ? { target: stored, name: targetName } : undefined}
          onChange={(target) => onChange?.(target)}
        />
      )}
    </Flex>
  )
}

type ThingSelectProps = {
  kind: TargetKind
  endpoint: typeof findTargets | typeof findCompanyTargets
  value: string | null
  known: { target: string; name: string } | undefined
  onChange: (target: string) => void
}

function ThingSelect({ kind, endpoint, value, known, onChange }: ThingSelectProps) {
  const [keyword, setKeyword] = useState('')
  const { data: found = [], isFetching } = useRead(endpoint as typeof findTargets, { query: { kind, keyword } })
  const options = found.map(({ target, name }) => ({ value: target, label: name }))
  const isKnown = known && known.target === value && !options.some((option) => option.value === value)
  return (
    <Select
      aria-label={`选择${TARGET_KIND_NAMES[kind]}`}
      placeholder={`输入名称查找${TARGET_KIND_NAMES[kind]}`}
      style={{ flex: '1 1 200px', minWidth: 0 }}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      notFoundContent="没有找到"
      options={isKnown ? [{ value: known.target, label: known.name }, ...options] : options}
      value={value}
      onChange={onChange}
    />
  )
}

function kindOf(target: string | null): Kind {
  if (target === null) return 'none'
  return thingOfRoute(target)?.kind ?? 'page'
}

type AdvertPreviewProps = {
  place: AdvertPlace
  label: string
  title: string
  subtitle: string
  picture: string | undefined
}

/** An advert with the width of a phone. */
function AdvertPreview({ place, label, title, subtitle, picture }: AdvertPreviewProps) {
  const name = title.trim() || '广告标题'
  if (place === 'top') {
    return (
      <figure className="advert-slide" aria-label="轮播预览">
        {picture && <img src={picture} alt="" />}
        <figcaption>
          {label && <span className="advert-slide-label">{label}</span>}
          <strong>{name}</strong>
          {subtitle && <span className="advert-line">{subtitle}</span>}
        </figcaption>
      </figure>
    )
  }
  return (
    <figure className="advert-card" aria-label="卡片预览">
      {picture && <img src={picture} alt="" />}
      <figcaption>
        <span className="advert-card-title">
          {label && <span className="advert-card-label">{label}</span>}
          <strong className="advert-line">{name}</strong>
        </span>
        {subtitle && <span className="advert-line">{subtitle}</span>}
      </figcaption>
      <span aria-hidden="true">›</span>
    </figure>
  )
}
