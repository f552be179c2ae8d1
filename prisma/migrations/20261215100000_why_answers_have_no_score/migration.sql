-- Why an answer has no score of a grader is kept as a code beside the words. Of earlier answers it is known from the words of the one reason that is counted.
alter table evaluation_result add column mask_reasons text[] not null default '{}';
update evaluation_result set mask_reasons = '{invalid_variable}'
where is_masked and scores::text like '%"masked":"A variable of the template has no value:%';
