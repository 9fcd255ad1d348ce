// A depot.
module counter #(parameter WIDTH = 8) (input wire clk, input wire reset, output reg [WIDTH-1:0] q);
  localparam LIMIT = 100;
  wire [3:0] low = q[3:0];
  integer i;
  always @(posedge clk or negedge reset) begin
    if (!reset) q <= 0;
    else if (q == LIMIT) begin
      q <= 8'h01;
    end else q <= q + 1'b1;
  end
  assign other = (low > 4'd3) ? ~low : {low[1:0], 2'b10};
  initial begin
    for (i = 0; i < 10; i = i + 1) begin
      $display("text %d", i);
    end
    case (low)
      4'd1, 4'd2: i = 1;
      default: i = 0;
    endcase
  end
  function [7:0] twice(input [7:0] x);
    twice = x * 2;
  endfunction
  sub #(.N(2)) part (.a(clk), .b(low));
endmodule
