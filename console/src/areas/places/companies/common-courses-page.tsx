import { PlusOutlined } from '@ant-design/icons'
import { type ManagedCommonCourse, queryCommonCourses } from '@paidang/api/areas/places/admin-common-courses'
import { Button } from 'antd'
import { Link } from 'react-router'
import { DataTable } from '../../../ui/data-table'
import { money } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { ShownTag } from './company-labels'

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
        empty="没有符合条件的通用课程"
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
