import { PlusOutlined } from '@ant-design/icons'
import {
  type CommonCourseDetail,
  type CommonCourseForm,
  createCommonCourse,
  type ManagedCommonCourse,
  queryCommonCourses,
  readCommonCourse,
  updateCommonCourse,
} from '@paidang/api/areas/places/admin-common-courses'
import { COURSE_DURATIONS, MAX_PARTICIPANTS, MAX_PRICE_FEN } from '@paidang/domain/areas/places/companies/course-form'
import { Button, Card, Form, Input, Select, Switch, Tag } from 'antd'
import { Link, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { AuditEventsCard } from '../../../ui/audit-events-card'
import { DataTable } from '../../../ui/data-table'
import { money } from '../../../ui/format'
import { NumberInput, within, YuanInput, yuanWithin } from '../../../ui/number-input'
import { Opening, Page } from '../../../ui/page'
import { useAction, useGoOn } from '../../../ui/use-action'
import { useSeen } from '../../../ui/use-seen'

/** The catalogue of common courses, with those that are not shown. */
export function CommonCoursesPage() {
  return (
    <Page
      title="通用课程"
      about="公司按它添加自己的课程，球员按它找教练"
      actions={
        <Link to="/common-courses/new">
          <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
            新增通用课程
          </Button>
        </Link>
      }
    >
      <DataTable
        endpoint={queryCommonCourses}
        rowKey={({ id }) => id}
        what="通用课程"
        empty="还没有通用课程。新增后，公司按它添加自己的课程"
        hrefOf={({ id }) => `/common-courses/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '课程名称' },
          {
            kind: 'choice',
            name: 'isShown',
            label: '状态',
            options: [
              { value: 'true', label: '展示' },
              { value: 'false', label: '不展示' },
            ],
          },
        ]}
        columns={[
          { title: '名称', dataIndex: 'courseName' },
          {
            title: '参考价',
            align: 'right',
            render: (_, { pricePerSession }: ManagedCommonCourse) => `${money(pricePerSession)}/课时`,
          },
          {
            title: '课时长度',
            align: 'right',
            render: (_, { sessionDuration }: ManagedCommonCourse) => `${sessionDuration} 分钟`,
          },
          { title: '人数上限', align: 'right', dataIndex: 'maxParticipants' },
          { title: '公司在售课程', align: 'right', dataIndex: 'courseCount' },
          { title: '状态', render: (_, { isShown }: ManagedCommonCourse) => <ShownTag isShown={isShown} /> },
        ]}
      />
    </Page>
  )
}

/** Whether a common course is in the catalogue that others see. */
function ShownTag({ isShown }: { isShown: boolean }) {
  return <Tag color={isShown ? 'green' : 'default'}>{isShown ? '展示' : '不展示'}</Tag>
}

const CHANGES = { changes: [queryCommonCourses, readCommonCourse] }

/** One common course: its form, and what operators did to it. */
export function CommonCoursePage() {
  const { id = '' } = useParams()
  const read = useRead(readCommonCourse, { params: { id } })
  const course = read.data?.id === id && !read.isError ? read.data : undefined
  if (!course) return <Opening name="通用课程" list="/common-courses" read={read} />
  return (
    <Page title={course.courseName} about={<ShownTag isShown={course.isShown} />}>
      <CourseCard key={id} course={course} />
      <AuditEventsCard
        auditEvents={course.auditEvents}
        about={{ kind: 'common-course', id }}
        empty="还没有人操作过这门课程"
      />
    </Page>
  )
}

export function NewCommonCoursePage() {
  return (
    <Page title="新增通用课程">
      <CourseCard course={undefined} />
    </Page>
  )
}

const USUAL: Partial<CommonCourseForm> = {
  courseDescription: '',
  sessionDuration: 60,
  maxParticipants: 1,
  isShown: true,
}

function CourseCard({ course }: { course: CommonCourseDetail | undefined }) {
  const goOn = useGoOn()
  const { doIt } = useAction()
  const { seen, key, notice, typing } = useSeen(course)
  const create = useWrite(createCommonCourse, CHANGES)
  const update = useWrite(updateCommonCourse, CHANGES)
  const submit = async (body: CommonCourseForm) => {
    const run = () =>
      seen
        ? update.mutateAsync({ params: { id: seen.id }, body: { ...body, revision: seen.revision } })
        : create.mutateAsync({ body })
    const saved = await doIt({ run: () => typing.save(run), done: seen ? '课程已保存' : '课程已新增' })
    if (saved && !seen) goOn(`/common-courses/${saved.id}`, { replace: true })
  }
  return (
    <Card style={{ maxWidth: 720 }}>
      {notice}
      <Form<CommonCourseForm>
        key={key}
        layout="vertical"
        requiredMark={false}
        initialValues={seen ?? USUAL}
        onValuesChange={typing.onTyped}
        onFinish={submit}
        scrollToFirstError
      >
        <Form.Item
          name="courseName"
          label="名称"
          rules={[{ required: true, whitespace: true, message: '请填写课程名称' }]}
        >
          <Input maxLength={40} showCount />
        </Form.Item>
        <Form.Item name="courseDescription" label="介绍（选填）">
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
        <Form.Item
          name="pricePerSession"
          label="参考价"
          extra="每课时；公司添加课程时可以改"
          rules={[{ required: true, message: '请填写参考价' }, yuanWithin(0, MAX_PRICE_FEN)]}
        >
          <YuanInput />
        </Form.Item>
        <Form.Item name="sessionDuration" label="课时长度">
          <Select
            style={{ width: 160 }}
            options={COURSE_DURATIONS.map((value) => ({ value, label: `${value} 分钟` }))}
          />
        </Form.Item>
        <Form.Item
          name="maxParticipants"
          label="人数上限"
          rules={[
            { required: true, message: '请填写人数上限' },
            within({ min: 1, max: MAX_PARTICIPANTS, unit: ' 人' }),
          ]}
        >
          <NumberInput suffix="人" style={{ width: 160 }} />
        </Form.Item>
        <Form.Item
          name="isShown"
          label="展示"
          valuePropName="checked"
          extra="不展示后，公司和球员不再看到它；公司已添加的课程不受影响"
        >
          <Switch />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={create.isPending || update.isPending}>
          {seen ? '保存' : '新增通用课程'}
        </Button>
      </Form>
    </Card>
  )
}
