-- Makes wrk send the requests of a file: wrk … -s requests.lua <url> -- <file> <random|once> <seed>

local heads, tails, order, at = {}, {}, nil, 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  order = args[2]
  math.randomseed(tonumber(args[3]))
  for text in file:read("*a"):gmatch("[^\30]+") do
    local place = text:find("\31", 1, true)
    heads[#heads + 1] = place and text:sub(1, place - 1) or text
    tails[#heads] = place and text:sub(place + 1) or false
  end
  file:close()
end

local function part() return math.random(0, 0x7fffffff) end

function request()
  if order == "once" then at = at + 1 else at = math.random(#heads) end
  -- A file that has run out repeats its last request, whose refusal then fails the run.
  local index = math.min(at, #heads)
  local tail = tails[index]
  if not tail then return heads[index] end
  return heads[index] .. string.format("%08x%08x%08x%08x", part(), part(), part(), part()) .. tail
end

function done(summary)
  local errors = summary.errors
  io.write(string.format('\n{"answered":%d,"seconds":%.6f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
