import { PlusOutlined } from '@ant-design/icons'
import { uploadCompanyFile } from '@paidang/api/areas/ground/files'
import type { ManagedAdvert } from '@paidang/api/areas/views/admin-adverts'
import * as calls from '@paidang/api/areas/views/admin-adverts'
import { ADVERT_LENGTHS, ADVERT_STATE_NAMES, MAX_OPEN_OF_COMPANY } from '@paidang/domain/areas/views/home/advert'
import { COMPANY_TARGET_KINDS } from '@paidang/domain/areas/views/home/advert-target'
import { Alert, Button, Card, DatePicker, Flex, Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { Link, useNavigate, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { Opening, Page } from '../../../ui/page'
import { type Picture, publicPicture, UploadPictures } from '../../../ui/pictures'
import { giveUpUnsaved } from '../../../ui/unsaved'
import { useAction } from '../../../ui/use-action'
import { type Typing, useSeen } from '../../../ui/use-seen'
import { AdvertPreview, DaysCard, GoneAlert, isChosen, MOMENT, TargetField } from './advert-page'
import { advertColumns } from './adverts-page'

const LIST = '/company-adverts'
const CHANGES = { changes: [calls.advertsOfCompany, calls.advertOfCompany] }

/** The company's own adverts: cards on the home page of the app that lead to what is its own. */
export function CompanyAdvertsPage() {
  return (
    <Page
      title="广告"
      about={`显示在 App 首页的卡片里，最多 ${MAX_OPEN_OF_COMPANY} 条未结束的；文字和图片通过审核后别人才看得到`}
      actions={
        <Link to={`${LIST}/new`}>
          <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
            新增广告
          </Button>
        </Link>
      }
    >
      <DataTable
        endpoint={calls.advertsOfCompany}
        rowKey={({ id }) => id}
        empty="还没有广告，可以为课程、教练、场馆或球局写一条"
        hrefOf={({ id }) => `${LIST}/${id}`}
        columns={advertColumns}
      />
    </Page>
  )
}

export function NewCompanyAdvertPage() {
  return (
    <Page title="新增广告">
      <CompanyAdvertForm />
    </Page>
  )
}

export function CompanyAdvertPage() {
  const { id = '' } = useParams()
  const read = useRead(calls.advertOfCompany, { params: { id } })
  const advert = read.data?.id === id && !read.isError ? read.data : undefined
  if (!advert) return <Opening name="广告" list={LIST} read={read} />
  return (
    <Page
      title={advert.title}
      about={ADVERT_STATE_NAMES[advert.state]}
      actions={advert.state !== 'over' && <EndButton advert={advert} />}
    >
      {advert.state === 'gone' && <GoneAlert />}
      {advert.pending.length > 0 && (
        <Alert type="info" showIcon title="有内容在审核，通过前别人看到的是上次通过的内容；标题通过前不会显示" />
      )}
      <CompanyAdvertForm key={id} advert={advert} />
      <DaysCard endpoint={calls.companyAdvertDays} id={id} />
    </Page>
  )
}

function EndButton({ advert: { id, title, state, revision } }: { advert: ManagedAdvert }) {
  const navigate = useNavigate()
  const { doAfterAsking } = useAction()
  const end = useWrite(calls.endCompanyAdvert, CHANGES)
  return (
    <Button
      danger
      onClick={() =>
        doAfterAsking({
          run: async () => {
            await end.mutateAsync({ params: { id }, body: { revision } })
            giveUpUnsaved()
            navigate(LIST)
          },
          done: '广告已结束',
          title: `结束「${title}」？`,
          effect: state === 'coming' ? '它还没有开始，会直接删除。' : '首页马上不再显示它。',
          okText: '结束',
        })
      }
    >
      结束广告
    </Button>
  )
}

type Typed = {
  label: string
  title: string
  subtitle: string
  terms: string
  pictures: Picture[]
  target: string | null
  beginsAt: Dayjs
  endsAt: Dayjs
}

export function CompanyAdvertForm({ advert }: { advert?: ManagedAdvert }) {
  const { seen, key, notice, typing } = useSeen(advert)
  return (
    <>
      {notice}
      <Fields key={key} advert={seen} typing={typing} />
    </>
  )
}

/** What the author typed last: what waits stands before what others see. */
function typedOf(advert: ManagedAdvert | undefined): Partial<Typed> {
  if (!advert) return { label: '', title: '', subtitle: '', terms: '', pictures: [], target: '' }
  const { target, beginsAt, endsAt } = advert
  const latest = (name: 'label' | 'title' | 'subtitle' | 'terms' | 'image') =>
    advert.pending.find(({ field }) => field === name)?.value ?? advert[name]
  const image = latest('image')
  return {
    label: latest('label') ?? '',
    title: latest('title') ?? '',
    subtitle: latest('subtitle') ?? '',
    terms: latest('terms') ?? '',
    pictures: image ? [publicPicture(image)] : [],
    target,
    beginsAt: dayjs(beginsAt),
    endsAt: dayjs(endsAt),
  }
}

function Fields({ advert, typing: { onTyped, save } }: { advert: ManagedAdvert | undefined; typing: Typing }) {
  const navigate = useNavigate()
  const { doIt } = useAction()
  const [form] = Form.useForm<Typed>()
  const typed = Form.useWatch([], form)
  const create = useWrite(calls.createCompanyAdvert, CHANGES)
  const update = useWrite(calls.updateCompanyAdvert, CHANGES)
  const upload = useWrite(uploadCompanyFile)
  const submit = async ({ pictures, beginsAt, endsAt, ...said }: Typed) => {
    const schedule = { beginsAt: beginsAt.toISOString(), endsAt: endsAt.toISOString() }
    const body = { ...said, ...schedule, image: pictures[0]?.relativePath ?? null }
    const run = () =>
      advert
        ? update.mutateAsync({ params: { id: advert.id }, body: { ...body, revision: advert.revision } })
        : create.mutateAsync({ body })
    const done = ({ pending }: ManagedAdvert) => (pending.length > 0 ? '已保存，审核通过后显示' : '广告已保存')
    if (await doIt({ run: () => save(run), done })) navigate(LIST)
  }
  return (
    <Flex gap={16} align="flex-start" wrap>
      <Card style={{ flex: '1 1 520px' }}>
        <Form<Typed>
          form={form}
          layout="vertical"
          initialValues={typedOf(advert)}
          onValuesChange={onTyped}
          onFinish={submit}
        >
          <Form.Item
            name="title"
            label="标题"
            rules={[{ required: true, whitespace: true, message: '请填写广告标题' }]}
          >
            <Input maxLength={ADVERT_LENGTHS.title} showCount />
          </Form.Item>
          <Form.Item name="subtitle" label="副标题">
            <Input maxLength={ADVERT_LENGTHS.subtitle} showCount />
          </Form.Item>
          <Form.Item name="label" label="标签（选填）" extra="标题前的小字，如：新课">
            <Input maxLength={ADVERT_LENGTHS.label} showCount />
          </Form.Item>
          <Form.Item name="pictures" label="图片（选填）" extra="建议正方形">
            <UploadPictures label="广告图片" upload={(file) => upload.mutateAsync({ file })} />
          </Form.Item>
          <Form.Item name="target" label="点击后打开" rules={[{ validator: isChosen }]}>
            <TargetField kinds={COMPANY_TARGET_KINDS} targetName={advert?.targetName ?? null} />
          </Form.Item>
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
          <Button type="primary" htmlType="submit" loading={create.isPending || update.isPending}>
            {advert ? '保存' : '新增广告'}
          </Button>
        </Form>
      </Card>
      <Card title="首页上的样子" style={{ flex: '0 0 391px' }}>
        <AdvertPreview
          place="home"
          label={typed?.label ?? ''}
          title={typed?.title ?? ''}
          subtitle={typed?.subtitle ?? ''}
          picture={typed?.pictures?.[0]?.url}
          leads
        />
      </Card>
    </Flex>
  )
}
