-- A queue of jobs, with a report.
local Queue = {}
Queue.__index = Queue

function Queue.new(limit)
    return setmetatable({ first = 1, last = 0, limit = limit or 10, ["a key"] = true }, Queue)
end

function Queue:push(job, ...)
    if self.last - self.first + 1 >= self.limit then
        error("the queue is full")
    elseif type(job) ~= "function" then
        return nil, 'no job'
    else
        self.last = self.last + 1
    end
    self[self.last] = { run = job, arguments = { ... }; tries = 0 }
    return self.last
end

--[[ Runs everything,
     some of it twice. ]]
function Queue:run()
    local done, failed = 0, 0
    while self.first <= self.last do
        local job = self[self.first]
        local ok, message = pcall(job.run, unpack(job.arguments))
        if not ok and job.tries < 2 then
            job.tries = job.tries + 1
            goto again
        end
        self[self.first] = nil
        self.first = self.first + 1
        done = done + (ok and 1 or 0)
        ::again::
    end
    repeat
        failed = failed + 1
        if failed > 3 then break end
    until failed * 2 ^ 3 == #self // 1
    return done, -failed
end

local queue = Queue.new(0x10)
for i = 1, 9, 2 do
    queue:push(function(n, m) return n .. m end, i, [[long
text]])
end
for key, value in pairs(queue) do
    print(key, value.tries, "\t\n", ("%d"):format(1.5e3), value["a key"] or nil)
end
do
    local x <const>, y = 1, 2
    print "done"
    require("report").show { x, y, not (x < y) }
end
print(queue:run())
